import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { AcmeProblem, sayWhy } from './acme-problem.ts'
import type { AcmeSession } from './acme-session.ts'
import type { AcmeAnswer } from './ask-directory.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

const orderForm = z.object({
  status: z.enum(['pending', 'ready', 'processing', 'valid', 'invalid']),
  authorizations: z.array(z.string()),
  finalize: z.string(),
  certificate: z.string().optional(),
  error: z.unknown().optional(),
})
const challengeForm = z.object({
  type: z.string(),
  url: z.string(),
  token: z.string().optional(),
  error: z.unknown().optional(),
})
const authorizationForm = z.object({
  status: z.enum(['pending', 'valid', 'invalid', 'deactivated', 'expired', 'revoked']),
  challenges: z.array(challengeForm),
})

export interface Ordering {
  session: AcmeSession
  host: string
  /** DER. */
  signingRequest: Buffer
  /** Makes every process answer a token, and stops that. */
  answering: { begin(token: string, answer: string): Promise<void>; end(token: string): Promise<void> }
  signal: AbortSignal
}

/**
 * Orders a certificate for a host and proves control of the host over plain HTTP; returns the chain as PEM. @throws
 * AcmeProblem
 */
export async function orderCertificate(ordering: Ordering): Promise<string> {
  const { session, host, signingRequest, signal } = ordering
  const placed = await session.order(host)
  const order = read(orderForm, placed.body)
  for (const url of order.authorizations) await authorize(ordering, url)
  await waitFor({ session, url: placed.url, signal }, orderForm, ({ status }) => status !== 'pending')
  await session.post(order.finalize, { csr: signingRequest.toString('base64url') })
  const isOver = ({ status }: z.infer<typeof orderForm>) => status === 'valid' || status === 'invalid'
  const done = await waitFor({ session, url: placed.url, signal }, orderForm, isOver)
  if (done.status !== 'valid' || done.certificate === undefined) {
    throw new AcmeProblem(`the order of ${host} has failed: ${sayWhy(done.error)}`)
  }
  const { body } = await session.post(done.certificate)
  if (typeof body !== 'string') throw new AcmeProblem('the certificate authority answers no certificate')
  return body
}

async function authorize({ session, host, answering, signal }: Ordering, url: string): Promise<void> {
  const { status, challenges } = read(authorizationForm, (await session.post(url)).body)
  // Control was proven recently, and is still valid.
  if (status === 'valid') return
  const challenge = challenges.find(({ type }) => type === 'http-01')
  if (challenge?.token === undefined) throw new AcmeProblem(`the certificate authority offers no http-01 for ${host}`)
  await answering.begin(challenge.token, await session.answerTo(challenge.token))
  try {
    await session.post(challenge.url, {})
    const seen = await waitFor({ session, url, signal }, authorizationForm, (now) => now.status !== 'pending')
    if (seen.status === 'valid') return
    const why = seen.challenges.find(({ error }) => error !== undefined)?.error
    throw new AcmeProblem(`the certificate authority does not find this server at http://${host}: ${sayWhy(why)}`)
  } finally {
    await answering.end(challenge.token)
  }
}

type Watched = Pick<Ordering, 'session' | 'signal'> & { url: string }

/** Polls, as slowly as the authority requests, until it succeeds. */
async function waitFor<Form>(
  { session, url, signal }: Watched,
  form: z.ZodType<Form>,
  holds: (now: Form) => boolean,
): Promise<Form> {
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    const answer = await session.post(url)
    const now = read(form, answer.body)
    if (holds(now)) return now
    await pause(Math.max(wait, wantedPause(answer)), undefined, { signal, ref: false })
  }
}

const wantedPause = ({ headers }: AcmeAnswer): number => {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 30) * 1_000 : 0
}

function read<Form>(form: z.ZodType<Form>, body: unknown): Form {
  const parsed = form.safeParse(body)
  if (parsed.success) return parsed.data
  throw new AcmeProblem(`the certificate authority answers something else: ${parsed.error.issues[0]?.path.join('.')}`)
}
