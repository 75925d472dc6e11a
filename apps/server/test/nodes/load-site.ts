/** A person's calls through the balancer, repeated until they are answered, as our pages repeat them. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { RouteName } from '@waybill/contract/core/routes'
import { remoteSite } from '../app/remote-site.ts'
import type { Answer, CallOptions } from '../app/site-call.ts'
import type { MailSink } from '../crash/mail-sink.ts'
import { PASSWORD } from '../people/account-person.ts'
import { Person } from '../people/people.ts'
import type { Pulse } from './pulse.ts'

const RETRY_MS = 100
/** Longer than any page waits for a call. */
const CALL_TIMEOUT_MS = 30_000

export interface LoadPlace {
  origin: string
  sink: MailSink
  isOver(): boolean
}

export function makeVisitor({ origin, sink }: LoadPlace, address: string, network: string): Person {
  const site = remoteSite(origin, async () =>
    sink.accepted.toReversed().map(({ to, text }) => ({ to, text, from: '', subject: '', html: '', date: '' })),
  )
  return new Person(
    {
      ...site,
      fetch: (path, init = {}) => site.fetch(path, { ...init, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) }),
    },
    address,
    network,
  )
}

const isPassing = ({ status, body }: Answer) => status >= 500 || status === 429 || body?.code === 'still-working'

/** The first answer that is not temporary; every try has the same key, like the page's. */
export async function askUntilAnswered(
  person: Person,
  pulse: Pulse,
  name: RouteName,
  options: CallOptions = {},
): Promise<Answer> {
  const headers = { 'idempotency-key': randomBytes(12).toString('hex'), ...options.headers }
  for (;;) {
    const answer = await person.call(name, { ...options, headers }).catch((error: Error) => {
      pulse.note((error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.name, name)
      return null
    })
    if (answer !== null) pulse.note(answer.status, name)
    if (answer !== null && !isPassing(answer)) return answer
    await pause(RETRY_MS)
  }
}

/** A new account, signed up by mail, with its session's cookie in its browser. */
export async function signUpThere(place: LoadPlace, pulse: Pulse, address: string, network: string): Promise<Person> {
  const person = makeVisitor(place, address, network)
  await askUntilAnswered(person, pulse, 'verifySignup', { body: { email: address, verifyComplete: '' } })
  const mail = await place.sink.waitFor(address)
  const verifyComplete = /^[0-9A-HJKMNP-TV-Z]{5}$/m.exec(mail.text)?.[0] ?? ''
  await askUntilAnswered(person, pulse, 'verifySignup', { body: { email: address, verifyComplete } })
  const body = { email: address, password: PASSWORD }
  const { status, body: told } = await askUntilAnswered(person, pulse, 'signUp', { body })
  if (status !== 201) throw new Error(`signUp: ${status} ${JSON.stringify(told)}`)
  return person
}
