/** Sends what appears in a folder, each version of a file once. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem, type ProblemCode } from '@waybill/contract/core/problems'
import type { SavedTransfer } from '@waybill/contract/transfers/endpoints'
import { UploadError } from '@waybill/uploader/upload-error'
import { openFiles } from '../send/gather-files.ts'
import { type Draft, planFiles, saveTransfer, sendPlanned } from '../send/send-files.ts'
import type { Client } from '../server/client.ts'
import { ConnectionError } from '../server/connection-error.ts'
import { failureOf } from '../terminal/sentences.ts'
import { plain, type Shell } from '../terminal/shell.ts'
import type { Journal } from './journal.ts'
import { isSameFile, type Mark, type Sending } from './journal-state.ts'
import { scanFolder, whyUnreadable } from './scan-folder.ts'
import { Settling } from './settling.ts'

const LOOK_EVERY_MS = 1_000
const LINE_WAIT_MS = 15_000
const MOST_FILES = 500

/** About the files, not about the account or the moment: the same files get the same answer for ever. */
const aboutFiles: ReadonlySet<ProblemCode> = new Set([
  'insecure-file-type',
  'file-blocked',
  'piracy-marker',
  'over-transfer-limit',
  'too-many-files',
])

export interface WatchOptions {
  shell: Shell
  client: Client
  journal: Journal
  folder: string
  draft: Draft
  settleMs: number
  /** Ends when nothing is left to send. */
  isOnce: boolean
  onSent(saved: SavedTransfer, files: readonly Mark[]): void
}

export class Watcher {
  readonly #options: WatchOptions
  readonly #settling: Settling
  /** Told once, until they change. */
  readonly #unreadable: Mark[] = []
  readonly #closedFolders = new Set<string>()

  constructor(options: WatchOptions) {
    this.#options = options
    this.#settling = new Settling(options.settleMs)
  }

  /** Ends with Ctrl-C, with what no waiting mends, or once nothing is left where told so. */
  async run(): Promise<void> {
    const { shell, isOnce, settleMs } = this.#options
    for (;;) {
      shell.stopped.throwIfAborted()
      try {
        await this.#finishBegun()
        const left = await this.#sendComplete()
        if (isOnce && left === 0) return
        await sleep(Math.min(LOOK_EVERY_MS, Math.max(50, settleMs / 2)), undefined, { signal: shell.stopped })
      } catch (error) {
        if (isOnce || !isLineBroken(error)) throw error
        shell.note(`${failureOf(error).message.split('.')[0]}. Trying again in ${LINE_WAIT_MS / 1_000} seconds`)
        await sleep(LINE_WAIT_MS, undefined, { signal: shell.stopped })
      }
    }
  }

  /** What an earlier run, or a broken line, has left without an end. */
  async #finishBegun(): Promise<void> {
    const { journal, client } = this.#options
    for (const sending of journal.state.unfinished) {
      const { upload, token, files } = sending
      try {
        const { plan } = await client.call('resumeTransfer', { body: { upload } })
        const there = await this.#stillThere(sending)
        if (there === null) await this.#drop(sending)
        else {
          await journal.write([{ ...sending, token: plan.token }])
          await this.#send(plan, there, files)
        }
      } catch (error) {
        const isOver = error instanceof Problem && ['upload-closed', 'upload-not-found'].includes(error.code)
        if (isOver) await this.#endOf(upload, token, files)
        else if (isFileWrong(error)) await this.#drop(sending)
        else throw error
      }
    }
  }

  /** An upload that takes no more parts: saved before the crash, or gone. */
  async #endOf(upload: string, token: string, files: readonly Mark[]): Promise<void> {
    const { journal, client, onSent } = this.#options
    try {
      const saved = await saveTransfer(client, upload, token)
      await journal.write([{ is: 'sent', upload, slug: saved.slug }])
      onSent(saved, files)
    } catch (error) {
      const isGone =
        error instanceof Problem && ['upload-closed', 'upload-not-found', 'upload-token-wrong'].includes(error.code)
      if (!isGone) throw error
      await journal.write([{ is: 'dropped', upload }])
    }
  }

  /** Where the files of an upload are now, unchanged, also under other names; null where one is gone or changed. */
  async #stillThere({ files }: Sending): Promise<Mark[] | null> {
    const there = await scanFolder(this.#options.folder)
    const found = files.map((file) => there.find((mark) => isSameFile(mark, file)))
    return found.every((mark) => mark !== undefined) ? found : null
  }

  async #drop({ upload, token }: Sending): Promise<void> {
    const { journal, client } = this.#options
    await client.call('abandonUpload', { params: { upload }, token }).catch(() => {})
    await journal.write([{ is: 'dropped', upload }])
  }

  /** Sends the complete files that nobody knows yet, and returns how many are left for later. */
  async #sendComplete(): Promise<number> {
    const { folder, journal, shell } = this.#options
    const there = await scanFolder(folder, (location, code) => {
      if (this.#closedFolders.has(location)) return
      this.#closedFolders.add(location)
      shell.note(`This folder cannot be read (${code}) and is left out: ${plain(location)}`)
    })
    const isNew = (mark: Mark) => !journal.state.isKnown(mark) && !this.#unreadable.some((one) => isSameFile(one, mark))
    const complete = this.#settling.observe(performance.now(), there).filter(isNew)
    const readable = await this.#readable(complete)
    for (let from = 0; from < readable.length; from += MOST_FILES) {
      await this.#sendNew(readable.slice(from, from + MOST_FILES))
    }
    return there.filter(isNew).length
  }

  async #readable(marks: readonly Mark[]): Promise<Mark[]> {
    const { shell, folder } = this.#options
    const readable: Mark[] = []
    for (const mark of marks) {
      const why = await whyUnreadable(folder, mark)
      if (why === null) readable.push(mark)
      else if (why !== 'ENOENT') {
        this.#unreadable.push(mark)
        shell.note(`This file cannot be read (${why}) and waits until it changes: ${plain(mark.path)}`)
      }
    }
    return readable
  }

  async #sendNew(files: readonly Mark[]): Promise<void> {
    const { journal, client, draft, shell } = this.#options
    try {
      const { plan } = await planFiles(client, draft, await this.#open(files))
      await journal.write([{ is: 'sending', upload: plan.upload, token: plan.token, files }])
      await this.#send(plan, files, files)
    } catch (error) {
      if (error instanceof Problem && aboutFiles.has(error.code)) {
        if (files.length > 1) for (const file of files) await this.#sendNew([file])
        else {
          await journal.write([{ is: 'refused', code: error.code, files }])
          shell.note(`Not sent: ${plain(files[0]?.path ?? '')}. ${failureOf(error).message}`)
        }
        return
      }
      if (!isFileWrong(error)) throw error
      // The next look decides again.
      shell.note('Files changed or went while they were read: looking again')
      for (const sending of journal.state.unfinished) await this.#drop(sending)
    }
  }

  #open(files: readonly Mark[]) {
    return openFiles(files.map(({ path }) => ({ location: join(this.#options.folder, path), path })))
  }

  /** `there`: where the files are now; `files`: as the journal names them. */
  async #send(plan: Parameters<typeof sendPlanned>[1], there: readonly Mark[], files: readonly Mark[]): Promise<void> {
    const { journal, client, shell, onSent } = this.#options
    const opened = await this.#open(there)
    // Under the names of the plan, which a renamed file no longer has.
    const named = opened.map((file, nth) => ({ ...file, path: files[nth]?.path ?? file.path }))
    const saved = await sendPlanned({ client, shell }, plan, named)
    await journal.write([{ is: 'sent', upload: plan.upload, slug: saved.slug }])
    onSent(saved, files)
  }
}

const isLineBroken = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  (error instanceof UploadError && error.code === 'connection-lost') ||
  (error instanceof Problem && ['stopping', 'store-unavailable', 'database-unavailable', 'busy'].includes(error.code))

/** A file that went, changed or cannot be read any more. */
function isFileWrong(error: unknown): boolean {
  if (error instanceof UploadError) return error.code === 'file-changed' || error.code === 'file-unreadable'
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return code === 'ENOENT' || name === 'NotReadableError' || name === 'NotFoundError'
}
