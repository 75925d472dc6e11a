/** What each mail is made of: plain JSON, sealed in the database until the mail is sent. Instants are ISO, UTC. */
export interface MailFacts {
  /** To whoever wants to prove an address. */
  'sender-code': { code: string; validMinutes: number }
  /** To a recipient. */
  'files-arrived': {
    sender: { address: string; name: string | null; isProven: boolean }
    /** The first of them; `fileCount` and `totalBytes` count all. */
    files: ListedFile[]
    fileCount: number
    totalBytes: number
    message: string
    /** Null: never. */
    expiresAt: string | null
    slug: string
    /** The recipient's own link. */
    link: string
  }
  /** To the sender: a recipient has everything. */
  'downloads-finished': DownloadFacts & { files: DownloadedFile[] }
  /** To the sender: a recipient has begun and stopped. */
  'download-stopped': DownloadFacts & {
    finishedCount: number
    deliveredBytes: number
    totalBytes: number
    /** Those that are not finished; the first of them. */
    files: Array<ListedFile & { deliveredBytes: number }>
    unfinishedCount: number
    lastByteAt: string
    at: Place
  }
  /** To the sender: what is stored of a file is not what was sent. */
  'file-withdrawn': ListedFile & { slug: string | null }
}

interface ListedFile {
  path: string
  bytes: number
}

export interface Place {
  /** ISO 3166-1 alpha-2. */
  country: string | null
  city: string | null
  timeZone: string | null
}

export interface DownloadedFile extends ListedFile {
  finishedAt: string
  at: Place
}

interface DownloadFacts {
  /** Null: whoever holds the link. */
  recipient: string | null
  slug: string
  fileCount: number
  senderTimeZone: string | null
}

export type TemplateName = keyof MailFacts

/** Longer lists are cut, with how many more there are. */
export const MAX_LISTED_FILES = 20
