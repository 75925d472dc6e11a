import type { KeyObject } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, FlattenedSign, type JWK } from 'jose'
import { z } from 'zod'
import { AcmeProblem, problemOf } from './acme-problem.ts'
import { type AcmeAnswer, askDirectory } from './ask-directory.ts'

/** A nonce may expire a moment after it was valid (RFC 8555, 6.5): the answer to that holds the next one. */
const NONCE_TRIES = 10

const directoryForm = z.object({ newNonce: z.string(), newAccount: z.string(), newOrder: z.string() })

export interface AcmeServer {
  directory: string
  ca: string[] | null
  /** ES256. */
  key: { publicKey: KeyObject; privateKey: KeyObject }
  signal: AbortSignal
}

/** Calls on behalf of an account at a certificate authority, each signed. */
export class AcmeSession {
  readonly #server: AcmeServer
  readonly #urls: z.infer<typeof directoryForm>
  readonly #jwk: JWK
  #account: string | null = null
  #nonce: string | null = null

  private constructor(server: AcmeServer, urls: z.infer<typeof directoryForm>, jwk: JWK) {
    this.#server = server
    this.#urls = urls
    this.#jwk = jwk
  }

  /**
   * Signs in with the key and creates its account where the authority has none, which accepts the authority's terms.
   */
  static async open(server: AcmeServer, email: string | null): Promise<AcmeSession> {
    const { directory, ca, signal } = server
    const answer = await askDirectory({ method: 'GET', url: directory, ca, signal })
    const urls = directoryForm.safeParse(answer.body)
    if (answer.status !== 200 || !urls.success) throw problemOf(answer, directory)
    const session = new AcmeSession(server, urls.data, await exportJWK(server.key.publicKey))
    const contact = email === null ? [] : [`mailto:${email}`]
    const account = await session.post(urls.data.newAccount, { termsOfServiceAgreed: true, contact })
    session.#account = placeOf(account, urls.data.newAccount)
    const kept = z.object({ contact: z.array(z.string()).optional() }).safeParse(account.body).data?.contact ?? []
    // An existing account keeps its address until it is told another.
    if (email !== null && !kept.includes(contact[0] ?? '')) await session.post(session.#account, { contact })
    return session
  }

  /** Returns the order's URL too. */
  async order(host: string): Promise<AcmeAnswer & { url: string }> {
    const answer = await this.post(this.#urls.newOrder, { identifiers: [{ type: 'dns', value: host }] })
    return { ...answer, url: placeOf(answer, this.#urls.newOrder) }
  }

  /** The answer to a request for the token over plain HTTP (RFC 8555, 8.1). */
  async answerTo(token: string): Promise<string> {
    return `${token}.${await calculateJwkThumbprint(this.#jwk)}`
  }

  /** A signed call; without a payload it only reads. @throws AcmeProblem where it is refused */
  async post(url: string, payload?: object): Promise<AcmeAnswer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#postOnce(url, payload === undefined ? '' : JSON.stringify(payload))
      if (answer.status < 400) return answer
      const problem = problemOf(answer, url)
      if (problem.kind !== 'badNonce' || tries >= NONCE_TRIES) throw problem
    }
  }

  async #postOnce(url: string, payload: string): Promise<AcmeAnswer> {
    const { ca, signal, key } = this.#server
    const nonce = this.#nonce ?? (await this.#freshNonce())
    this.#nonce = null
    const who = this.#account === null ? { jwk: this.#jwk } : { kid: this.#account }
    const signed = await new FlattenedSign(new TextEncoder().encode(payload))
      .setProtectedHeader({ alg: 'ES256', nonce, url, ...who })
      .sign(key.privateKey)
    const answer = await askDirectory({ method: 'POST', url, body: JSON.stringify(signed), ca, signal })
    this.#keepNonce(answer)
    return answer
  }

  async #freshNonce(): Promise<string> {
    const { ca, signal } = this.#server
    const answer = await askDirectory({ method: 'HEAD', url: this.#urls.newNonce, ca, signal })
    this.#keepNonce(answer)
    if (this.#nonce === null) throw problemOf(answer, this.#urls.newNonce)
    return this.#nonce
  }

  #keepNonce({ headers }: AcmeAnswer): void {
    const nonce = headers['replay-nonce']
    if (typeof nonce === 'string') this.#nonce = nonce
  }
}

function placeOf({ headers }: AcmeAnswer, url: string): string {
  if (headers.location === undefined) throw new AcmeProblem(`${url} does not say where it made something`)
  return headers.location
}
