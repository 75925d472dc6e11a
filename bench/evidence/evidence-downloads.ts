/** What people do with downloads in their browsers. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Browser, type BrowserName, openBrowser } from './evidence-browsers.ts'
import { type Act, type Meeting, urlOf } from './evidence-programs.ts'

const run = promisify(execFile)
const LOOK_MS = 20
const PATIENCE_MS = 120_000
/**
 * An upper bound on the bytes that arrive between the last look at a connection and its end, per millisecond of the
 * longest interval between two looks.
 */
const UNSEEN_BYTES_A_MS = 8_000

interface Setup {
  browser: Browser
  meeting: Meeting
}

/** Returns how many bytes were on the disk when they were done. */
type Story = (setup: Setup) => Promise<number>

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function untilOnDisk({ browser, meeting }: Setup, share: number): Promise<number> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    const bytes = await browser.bytesOnDisk()
    if (bytes >= meeting.place.bytes * share) return bytes
    await rest(LOOK_MS)
  }
  throw new Error(`${urlOf(meeting)} never came so far: ${await browser.bytesOnDisk()}`)
}

const begin = ({ browser, meeting }: Setup) => browser.begin(urlOf(meeting))

async function beginHalf(setup: Setup): Promise<number> {
  await begin(setup)
  return untilOnDisk(setup, 0.5)
}

const pausing =
  (ms: number): Story =>
  async (setup) => {
    await beginHalf(setup)
    await setup.browser.pause()
    await rest(ms)
    await setup.browser.resume()
    return untilOnDisk(setup, 1)
  }

export const stories: Record<string, Story> = {
  'let run': async (setup) => {
    await begin(setup)
    return untilOnDisk(setup, 1)
  },
  'cancelled half way': async (setup) => {
    const bytes = await beginHalf(setup)
    await setup.browser.cancel()
    return bytes
  },
  'cancelled half way and begun again': async (setup) => {
    await beginHalf(setup)
    await setup.browser.cancel()
    await rest(500)
    await begin(setup)
    return untilOnDisk(setup, 1)
  },
  'paused for 2 s and resumed': pausing(2_000),
  'paused for 15 s and resumed': pausing(15_000),
  'dead half way': async (setup) => {
    const bytes = await beginHalf(setup)
    await setup.browser.crash()
    return bytes
  },
  'paused, dead, started and resumed': async (setup) => {
    await beginHalf(setup)
    await setup.browser.pause()
    await rest(3_000)
    await setup.browser.crash()
    await rest(1_000)
    await setup.browser.resume()
    return untilOnDisk(setup, 1)
  },
}

export const browsing =
  (name: BrowserName, story: Story): Act =>
  async (meeting) => {
    await using browser = await openBrowser(name)
    const watch = new Watch(meeting)
    const onDisk = await story({ browser, meeting })
    const endedAt = Date.now()
    const received = await watch.end()
    const readBytes = Math.min(onDisk, meeting.place.bytes)
    const arrivedBytes = meeting.door.isProxied ? null : Math.min(meeting.place.bytes, received)
    return { readBytes, arrivedBytes: readBytes === meeting.place.bytes ? readBytes : arrivedBytes, endedAt }
  }

/** The bytes that the kernel received on connections to a door, according to `ss`, counted per connection. */
class Watch {
  readonly #received = new Map<string, number>()
  readonly #looking: Promise<void>
  #longestMs = 0
  #isOver = false

  constructor({ door }: Meeting) {
    this.#looking = this.#look(door.port)
  }

  async #look(port: number): Promise<void> {
    while (!this.#isOver) {
      const beganAt = performance.now()
      const { stdout } = await run('ss', ['-tinH', 'dport', '=', `:${port}`])
      for (const [, address, received] of stdout.matchAll(/(\S+:\d+)\s+\S+:\d+\s*\n.*?bytes_received:(\d+)/g)) {
        this.#received.set(`${address}`, Number(received))
      }
      await rest(LOOK_MS)
      this.#longestMs = Math.max(this.#longestMs, performance.now() - beganAt)
    }
  }

  /** Returns an upper bound on the received bytes. */
  async end(): Promise<number> {
    this.#isOver = true
    await this.#looking
    const unseen = this.#longestMs * UNSEEN_BYTES_A_MS
    return [...this.#received.values()].reduce((sum, one) => sum + one, unseen)
  }
}
