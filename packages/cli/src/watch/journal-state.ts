/** What a journal says: which files are known, and which uploads have not come to their end. */

/** One version of one file. */
export interface Mark {
  /** Path below the watched folder, with '/'. */
  path: string
  bytes: number
  /** Epoch milliseconds of the last change. */
  modifiedAt: number
  /** 0 where the file system has none. A renamed file keeps it. */
  inode: number
}

export type JournalRecord =
  | { is: 'start'; folder: string }
  /** There before the folder was watched: not sent. */
  | { is: 'seen'; files: readonly Mark[] }
  /** Written before the first byte goes. The token saves the upload, or finds out that it is saved. */
  | { is: 'sending'; upload: string; token: string; files: readonly Mark[] }
  | { is: 'sent'; upload: string; slug: string }
  /** Given up: its files count as new. */
  | { is: 'dropped'; upload: string }
  /** The server takes none of them, whatever the plan or the time. */
  | { is: 'refused'; code: string; files: readonly Mark[] }

export type Sending = Extract<JournalRecord, { is: 'sending' }>

export class JournalState {
  isStarted = false
  readonly #sending = new Map<string, Sending>()
  readonly #byPath = new Set<string>()
  readonly #byInode = new Set<string>()

  take(record: JournalRecord): void {
    if (record.is === 'start') this.isStarted = true
    else if (record.is === 'sending') this.#sending.set(record.upload, record)
    else if (record.is === 'dropped') this.#sending.delete(record.upload)
    else if (record.is === 'sent') {
      this.#know(this.#sending.get(record.upload)?.files ?? [])
      this.#sending.delete(record.upload)
    } else this.#know(record.files)
  }

  /** Uploads without an end, in the order of their beginning. */
  get unfinished(): Sending[] {
    return [...this.#sending.values()]
  }

  /** Whether this version was sent, is being sent, or is not to be sent; under this name or another one. */
  isKnown(mark: Mark): boolean {
    if (this.#byPath.has(pathKey(mark)) || (mark.inode !== 0 && this.#byInode.has(inodeKey(mark)))) return true
    return this.unfinished.some(({ files }) => files.some((file) => isSameFile(file, mark)))
  }

  #know(files: readonly Mark[]): void {
    for (const mark of files) {
      this.#byPath.add(pathKey(mark))
      if (mark.inode !== 0) this.#byInode.add(inodeKey(mark))
    }
  }
}

export const isSameFile = (a: Mark, b: Mark): boolean =>
  pathKey(a) === pathKey(b) || (a.inode !== 0 && inodeKey(a) === inodeKey(b))

const pathKey = ({ path, bytes, modifiedAt }: Mark) => `${bytes} ${modifiedAt} ${path}`
const inodeKey = ({ inode, bytes, modifiedAt }: Mark) => `${bytes} ${modifiedAt} ${inode}`
