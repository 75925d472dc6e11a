/** A running server with a transfer in it that must survive every attack. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { keepDevice } from '../../../src/identity/accounts/account-store.ts'
import { keepProof } from '../../../src/identity/mailed-codes/sender-code-store.ts'
import { newToken } from '../../../src/platform/ids.ts'
import { checkTransfers } from '../../../src/transfers/index.ts'
import { checkUploads } from '../../../src/uploads/index.ts'
import { makeTestApp, type TestApp } from '../../app/test-app.ts'
import { makePerson, type Person } from '../../people/people.ts'
import { noise, type Recipient, sendTo, sha256 } from '../../people/recipient.ts'
import { faultOf, type Told, toldBy } from './sound-answer.ts'

const files = [
  { path: 'kept/large.bin', content: noise(400_003, 11) },
  { path: 'kept/empty.txt', content: Buffer.alloc(0) },
  { path: 'kept/数据 №1.csv', content: noise(2_017, 12) },
]

export class AttackedApp {
  readonly app: TestApp
  readonly kept: Recipient
  readonly #logFile: string

  private constructor(app: TestApp, kept: Recipient, logFile: string) {
    this.app = app
    this.kept = kept
    this.#logFile = logFile
  }

  static async open(): Promise<AttackedApp> {
    const app = await makeTestApp({ env: { LOG_LEVEL: 'warn' }, logsToFile: true })
    return new AttackedApp(app, await sendTo(app, files), join(app.dataDir, 'test.log'))
  }

  close(): Promise<void> {
    return this.app.close()
  }

  /** A browser with a proven address, recorded without the usual mail. */
  async proven(): Promise<Person> {
    const person = makePerson(this.app)
    const secret = newToken()
    const deviceId = await keepDevice(this.app.ctx.db, secret)
    await keepProof(this.app.ctx.db, { address: person.address, deviceId })
    person.keepCookie('waybill_device', secret)
    return person
  }

  /** Sends a call, and fails where the answer is not sound. */
  async ask(person: Person, path: string, init: RequestInit = {}): Promise<Told> {
    const told = await toldBy(await person.fetch(path, init))
    expect(faultOf(told)).toBeNull()
    return told
  }

  /** The same with a JSON body. */
  post(person: Person, path: string, body: unknown): Promise<Told> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return this.ask(person, path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text })
  }

  /**
   * What was sent before still downloads byte for byte, new sends work, rows and bytes agree, and no failure hides
   * behind a good answer either.
   */
  async expectNothingLost(): Promise<void> {
    await expectWhole(this.kept)
    await expectWhole(await sendTo(this.app, files))
    await this.app.runJobs()
    expect([...(await checkUploads(this.app.ctx, { hash: true })), ...(await checkTransfers(this.app.ctx))]).toEqual([])
    expect(await this.failures()).toEqual([])
  }

  /** Lines of the log that report a failure. */
  async failures(): Promise<string[]> {
    const lines = (await readFile(this.#logFile, 'utf8').catch(() => '')).split('\n')
    return lines.filter((line) => line !== '' && JSON.parse(line).level >= 50)
  }
}

async function expectWhole(recipient: Recipient): Promise<void> {
  const { links, zip } = await recipient.grant()
  for (const [i, { url }] of links.entries()) {
    expect(sha256(await (await recipient.get(url)).bytes())).toBe(sha256(files[i]?.content ?? Buffer.alloc(0)))
  }
  expect((await (await recipient.get(zip.url)).bytes()).length).toBe(zip.bytes)
}
