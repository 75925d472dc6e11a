import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { ScanSettings } from '../config/scan-settings.ts'

/**
 * The protocol of ClamAV's daemon, one command a connection (`man clamd`, INSTREAM). An answer counts only when it is
 * whole, which means that it ends in NUL. Everything else is `ScannerAway`: never a verdict.
 */
export class ScannerAway extends Error {
  override readonly name = 'ScannerAway'
  /** The connection was made, and broke or stayed silent afterwards. */
  readonly wasReached: boolean

  constructor(reason: string, wasReached: boolean) {
    super(reason)
    this.wasReached = wasReached
  }
}

/** How long the connection may stay idle. clamd scans one file for at most 120 s unless it is told otherwise. */
const PATIENCE_MS = 150_000
const CHUNK_BYTES = 256 * 1024
const ANSWER_BYTES = 4_096

/**
 * What clamd says about the bytes of `source`, without its NUL. Ends the source in any case.
 *
 * @throws ScannerAway without a whole answer; the source's own error where the bytes cannot be read
 */
export async function scanStream(at: ScanSettings['at'], source: Readable, patienceMs = PATIENCE_MS): Promise<string> {
  const line = new Conversation(at, patienceMs)
  try {
    await line.say(Buffer.from('zINSTREAM\0'))
    // clamd answers early where the stream is longer than it accepts.
    for await (const chunk of source as AsyncIterable<Buffer>) {
      for (let from = 0; from < chunk.length; from += CHUNK_BYTES) await line.say(framed(chunk, from))
      if (line.isOver) break
    }
    const wasEarly = line.isOver
    await line.say(Buffer.alloc(4))
    const answer = await line.answer
    if (wasEarly && answer.endsWith(' OK')) throw new ScannerAway('it answered before it had everything', true)
    return answer
  } finally {
    source.destroy()
    line.close()
  }
}

function framed(chunk: Buffer, from: number): Buffer {
  const part = chunk.subarray(from, from + CHUNK_BYTES)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(part.length)
  return Buffer.concat([length, part])
}

/**
 * The version of the engine and its signatures, such as 'ClamAV 1.4.6/27812/Thu Nov 26 08:41:02 2026'.
 *
 * @throws ScannerAway
 */
export async function readScannerVersion(at: ScanSettings['at'], patienceMs = 5_000): Promise<string> {
  const line = new Conversation(at, patienceMs)
  try {
    await line.say(Buffer.from('zVERSION\0'))
    const version = await line.answer
    if (!/^ClamAV \S/.test(version)) throw new ScannerAway('it names no version', true)
    return version
  } finally {
    line.close()
  }
}

class Conversation {
  /** Up to the first NUL. @throws ScannerAway */
  readonly answer: Promise<string>
  /** Answered or broken: nothing more needs to be said. */
  isOver = false
  readonly #socket: Socket

  constructor(at: ScanSettings['at'], patienceMs: number) {
    const socket = connect(at)
    this.#socket = socket
    let wasReached = false
    socket.once('connect', () => {
      wasReached = true
    })
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('it stayed silent')))
    this.answer = new Promise<string>((resolve, reject) => {
      let heard = Buffer.alloc(0)
      let reason = 'it hung up'
      socket.on('data', (more: Buffer) => {
        heard = Buffer.concat([heard, more])
        const end = heard.indexOf(0)
        if (end !== -1) resolve(heard.toString('utf8', 0, end))
        else if (heard.length > ANSWER_BYTES) socket.destroy(new Error('its answer is too long'))
      })
      socket.on('error', (error) => {
        reason = error.message
      })
      socket.on('close', () => reject(new ScannerAway(reason, wasReached)))
    })
    this.answer.then(
      () => this.#end(),
      () => this.#end(),
    )
  }

  #end(): void {
    this.isOver = true
  }

  /** Resolves once it is written, or never will be: the answer says what became of it. */
  say(bytes: Buffer): Promise<void> {
    if (this.isOver || this.#socket.destroyed) return Promise.resolve()
    // Of a socket that breaks, the callback gets the error.
    return new Promise((resolve) => this.#socket.write(bytes, () => resolve()))
  }

  close(): void {
    this.#socket.destroy()
  }
}
