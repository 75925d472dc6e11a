/**
 * A separate server, and people on separate networks who call it as browsers do: for what strangers can do to one
 * person.
 */
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RouteName } from '@waybill/contract/core/routes'
import { freePort } from '../../apps/server/test/app/free-port.ts'
import { MAILBOX_JSON, OPERATOR_TOKEN } from '../../apps/server/test/app/operator-token.ts'
import { type Answer, callOver } from '../../apps/server/test/app/site-call.ts'
import type { OutboxMail } from '../../apps/server/test/app/test-app.ts'
import { makePerson, type Person, type Site } from '../../apps/server/test/people/people.ts'

export const PASSWORD = 'the right one, and long'
const PATIENCE_MS = 60_000
const ROOT = join(import.meta.dirname, '../..')

const dataDir = await mkdtemp(join(tmpdir(), 'waybill-attacked-'))
const port = await freePort()
const origin = `http://localhost:${port}`
const settings = { PORT: `${port}`, DATA_DIR: dataDir, TRUSTED_PROXIES: '127.0.0.1', UPLOAD_PORTS: 'none' }
const env = { ...process.env, ...settings, OPERATOR_TOKEN }
const server = spawn(process.execPath, ['apps/server/src/main.ts'], { cwd: ROOT, env, stdio: 'ignore' })

export const site: Site = {
  origin,
  fetch(path, init = {}) {
    const headers = new Headers(init.headers)
    headers.set('origin', origin)
    return fetch(new URL(path, origin), { redirect: 'manual', ...init, headers })
  },
  call: (name, options) => callOver(site.fetch, name, options),
  async mails(address?: string): Promise<OutboxMail[]> {
    for (let tries = 0; ; tries++) {
      const mails = (await (await fetch(`${origin}${MAILBOX_JSON}`)).json()) as OutboxMail[]
      const own = mails.filter(({ to }) => address === undefined || to === address)
      if (own.length > 0 || tries === 100) return own
      await pause(100)
    }
  },
}
export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
export const codeIn = (mails: OutboxMail[]) =>
  mails.flatMap(({ text }) => /^[0-9A-HJKMNP-TV-Z]{5}$/m.exec(text)?.[0] ?? [])

function solve(challenge: string, bits: number): number[] {
  const answers: number[] = []
  for (let number = 0; answers.length < 8; number++) {
    const hash = createHash('sha256').update(`${challenge}.${number}`).digest()
    if (hash.readUInt32BE(0) >>> (32 - bits) === 0) answers.push(number)
  }
  return answers
}

export async function work(person: Person, { body }: Answer): Promise<void> {
  const { challenge, bits } = body.facts
  await person.call('proveWork', { body: { challenge, answers: solve(challenge, bits) } })
}

/**
 * Calls as a browser does: does the proof of work where the server asks for it, and waits where the server says so; for
 * a minute.
 */
export async function insist(person: Person, name: RouteName, body: unknown, headers = {}): Promise<Answer> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await person.call(name, { body, headers })
    const waitMs = 1_000 * (answer.body.facts?.retryAfterSeconds ?? 1)
    if (answer.body.code === 'proof-required') await work(person, answer)
    else if ((answer.status === 429 || answer.status === 503) && Date.now() + waitMs < until) await pause(waitMs)
    else return answer
  }
}

/** Somebody with an account, and what authorises their calls. */
export async function signUp(address: string): Promise<{ person: Person; headers: Record<string, string> }> {
  const person = makePerson(site, address)
  await person.call('verifySignup', { body: { email: address, verifyComplete: '' } })
  const [verifyComplete = ''] = codeIn(await site.mails(address))
  await person.call('verifySignup', { body: { email: address, verifyComplete } })
  const made = await person.call('signUp', { body: { email: address, password: PASSWORD } })
  return { person, headers: { authorization: `Bearer ${made.body.accessToken}` } }
}

/** Runs the attacks one after the other against the server, and ends it. */
export async function attackAll(attacks: ReadonlyArray<() => Promise<void>>): Promise<void> {
  try {
    for (let tries = 0; tries < 1_500 && !(await fetch(`${origin}/-/health`).catch(() => null)); tries++)
      await pause(200)
    for (const attack of attacks) await attack()
  } finally {
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('exit', resolve))
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** One of the operator's commands, beside the server. */
export const operate = (...words: string[]) =>
  promisify(execFile)(process.execPath, ['apps/server/src/cli.ts', ...words], { cwd: ROOT, env })
