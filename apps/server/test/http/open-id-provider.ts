/** A company's OpenID provider: a real one (`oidc-provider`) behind https on this machine, which can also misbehave. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  decodeJwt,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import Provider from 'oidc-provider'
import { HttpsReceiver } from './https-receiver.ts'

export const CLIENT = { id: 'waybill', secret: 'secret of the client: 100%' }

/** What the provider says about somebody. */
export interface ProviderPerson {
  sub: string
  email: string
  email_verified?: boolean | undefined
  name?: string
}

interface Faults {
  /** Changes the claims of each ID token, which is then signed again with the provider's own key. */
  claims?: (claims: JWTPayload) => JWTPayload
  /** The ID token has no signature. */
  isUnsigned?: boolean | undefined
  /** The ID token is signed with a key that the provider does not publish. */
  isForged?: boolean | undefined
  /** Answers these paths in place of the provider. */
  answer?: (request: IncomingMessage, response: ServerResponse) => boolean
}

export class OpenIdProvider {
  readonly receiver: HttpsReceiver
  faults: Faults = {}
  /** Who signs in next. */
  person: ProviderPerson = { sub: 'nobody', email: '' }
  #provider: Provider | null = null
  #keys: JWK[] = []
  #kid = 0

  private constructor(receiver: HttpsReceiver) {
    this.receiver = receiver
    receiver.answer = (request, response) => void this.#answer(request, response)
  }

  static async open(): Promise<OpenIdProvider> {
    const receiver = await HttpsReceiver.open()
    await receiver.trust()
    return new OpenIdProvider(receiver)
  }

  get issuer(): string {
    return `https://${this.receiver.host}`
  }

  get host(): string {
    return this.receiver.host
  }

  /** Knows a client that is led back to here. Called again, it has new keys. */
  async serve(redirectUri: string): Promise<void> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    this.#kid += 1
    this.#keys = [{ ...(await exportJWK(privateKey)), kid: `key-${this.#kid}`, alg: 'RS256', use: 'sig' }]
    this.#provider = new Provider(this.issuer, {
      clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
      jwks: { keys: this.#keys },
      cookies: { keys: ['a key of this test'] },
      conformIdTokenClaims: false,
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: () => '/sign-in' },
      pkce: { required: () => true },
      findAccount: (_ctx: unknown, sub: string) => ({ accountId: sub, claims: () => ({ ...this.person, sub }) }),
      loadExistingGrant: async ({ oidc }: GrantContext) => {
        const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
  }

  /** Signs `person` in on a browser of its own, as the page at `url` asks; returns the query that it leads back with. */
  async signIn(url: string, person: ProviderPerson): Promise<Record<string, string>> {
    this.person = person
    const cookies = new Map<string, string>()
    let next = url
    for (let steps = 0; steps < 10; steps += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const { status, headers } = await fetch(next, { redirect: 'manual', headers: { cookie } })
      for (const line of headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      const location = headers.get('location')
      if (location === null) throw new Error(`the provider answered ${status} at ${next}`)
      next = new URL(location, next).href
      if (!next.startsWith(this.issuer)) return Object.fromEntries(new URL(next).searchParams)
    }
    throw new Error('the provider never led back')
  }

  close = (): Promise<void> => this.receiver.close()

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.faults.answer?.(request, response) || this.#provider === null) return
    if (request.url?.startsWith('/sign-in')) {
      const login = { accountId: this.person.sub }
      return this.#provider.interactionFinished(request, response, { login })
    }
    // The receiver has read it.
    Object.assign(request, { body: this.receiver.received.at(-1)?.body })
    if (request.url === '/token') this.#forge(response)
    this.#provider.callback()(request, response)
  }

  #forge(response: ServerResponse): void {
    const { claims = (given) => given, isUnsigned, isForged } = this.faults
    if (!this.faults.claims && !isUnsigned && !isForged) return
    const end = response.end.bind(response)
    const forged = async (text: string) => {
      const { id_token: given, ...rest } = JSON.parse(text)
      const idToken = await this.#sign(claims(decodeJwt(given)), { isUnsigned, isForged })
      const body = JSON.stringify({ ...rest, id_token: idToken })
      response.setHeader('content-length', Buffer.byteLength(body))
      end(body)
    }
    Object.assign(response, { end: (text: string | Buffer) => void forged(String(text)) })
  }

  async #sign(claims: JWTPayload, { isUnsigned, isForged }: Pick<Faults, 'isUnsigned' | 'isForged'>): Promise<string> {
    if (isUnsigned) return new UnsecuredJWT(claims).encode()
    const [own = {}] = this.#keys
    const key = isForged ? (await generateKeyPair('RS256')).privateKey : await importJWK(own)
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: String(own.kid) }).sign(key)
  }
}

interface GrantContext {
  oidc: {
    provider: {
      Grant: new (of: {
        clientId: string
        accountId: string
      }) => { addOIDCScope(scope: string): void; save(): Promise<string> }
    }
    client: { clientId: string }
    session: { accountId: string }
  }
}
