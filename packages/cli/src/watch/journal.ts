import { createHash } from 'node:crypto'
import { type FileHandle, open, readFile, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Environment, makeFolder, settingsFolder } from '../server/settings.ts'
import { EXIT, Failure } from '../terminal/exit-codes.ts'
import { type JournalRecord, JournalState } from './journal-state.ts'

/** The record of one watched folder and server: a line of JSON each, synced before what it announces is done. */
export class Journal {
  readonly state: JournalState
  readonly #file: FileHandle
  readonly #lock: string

  private constructor(file: FileHandle, state: JournalState, lock: string) {
    this.#file = file
    this.state = state
    this.#lock = lock
  }

  /** Throws a failure where another process watches the folder, or where the journal is damaged. */
  static async open(env: Environment, url: string, folder: string): Promise<Journal> {
    const name = createHash('sha256').update(`${url}\n${folder}`).digest('hex').slice(0, 20)
    const location = join(settingsFolder(env), 'watch', `${name}.jsonl`)
    await makeFolder(settingsFolder(env))
    await makeFolder(dirname(location))
    const lock = `${location}.lock`
    await takeLock(lock)
    const file = await open(location, 'a+', 0o600)
    const text = await file.readFile('utf8')
    // A crash can leave the beginning of a line: nothing was done of what it announced.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    if (whole.length < text.length) await file.truncate(Buffer.byteLength(whole))
    return new Journal(file, readRecords(whole, location), lock)
  }

  /** Resolves when the disk has it. */
  async write(records: readonly JournalRecord[]): Promise<void> {
    try {
      await this.#file.appendFile(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
      await this.#file.sync()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      const why = code === 'ENOSPC' || code === 'EDQUOT' ? 'the disk is full' : (code ?? String(error))
      throw new Failure(
        EXIT.failed,
        'journal',
        `The record of what was sent cannot be written (${why}): nothing more is sent`,
      )
    }
    for (const record of records) this.state.take(record)
  }

  async close(): Promise<void> {
    await this.#file.close()
    await unlink(this.#lock).catch(() => {})
  }
}

/** Throws a failure for a line that is no record. */
export function readRecords(text: string, location: string): JournalState {
  const state = new JournalState()
  for (const line of text.split('\n')) {
    if (line === '') continue
    try {
      state.take(JSON.parse(line))
    } catch {
      throw new Failure(EXIT.failed, 'journal', `The record of what was sent is damaged: ${location}`)
    }
  }
  return state
}

/** A file with the number of the process; one of a process that is gone does not count. */
async function takeLock(lock: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      const file = await open(lock, 'wx', 0o600)
      await file.writeFile(String(process.pid))
      return await file.close()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || tries > 3) throw error
    }
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''))
    if (isRunning(holder)) {
      throw new Failure(EXIT.failed, 'watched', `This folder is being watched already, by process ${holder}`)
    }
    await unlink(lock).catch(() => {})
  }
}

function isRunning(id: number): boolean {
  if (!Number.isInteger(id) || id <= 0 || id === process.pid) return false
  try {
    return process.kill(id, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
