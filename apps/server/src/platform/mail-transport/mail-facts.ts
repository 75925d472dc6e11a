import type { EvidenceKind } from '@waybill/contract/tracking/evidence'

export type CodePurpose = 'sending' | 'signUp' | 'newAddress'

/** What each mail is made of: plain JSON, sealed in the database until the mail is sent. Instants are ISO, UTC. */
export interface MailFacts {
  /** To whoever wants to prove an address: to send from it, to make an account of it, or to move theirs to it. */
  'sender-code': { code: string; validMinutes: number; purpose: CodePurpose }
  /** To whoever a transfer is kept for, and asks to open it. */
  'link-code': { code: string; validMinutes: number }
  /** To whoever wants to ask the sender of a transfer for something. */
  'ask-code': { code: string; validMinutes: number }
  /** To the sender: somebody asks for more time. `link` leads to the page that gives it. */
  'time-asked': AskFacts & { expiredAt: string; senderTimeZone: string | null }
  /** To the sender: somebody whom a recipient's link was sent on to asks for one of their own. */
  'access-asked': AskFacts & {
    /** Whose link they hold. */
    through: string | null
  }
  /** To whoever has asked for time. */
  'time-given': {
    sender: { address: string; name: string | null; isProven: boolean }
    slug: string
    /** Null: never. */
    expiresAt: string | null
    readerTimeZone: string | null
    senderTimeZone: string | null
    link: string
  }
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
  /** The same once more, because the sender asked for it. */
  'files-arrived-again': MailFacts['files-arrived']
  /** To a recipient who has fetched nothing, once, shortly before the end. */
  'files-waiting': Omit<MailFacts['files-arrived'], 'message' | 'expiresAt'> & { expiresAt: string }
  /** To the sender: a recipient has everything. */
  'downloads-finished': DownloadFacts & EvidenceFacts & { files: DownloadedFile[] }
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
  /** To the sender: recipients have opened their page for the first time. */
  'transfer-opened': Followed & {
    slug: string
    senderTimeZone: string | null
    /** The first of them; `openingCount` counts all. */
    openings: Array<{ recipient: string | null; openedAt: string; device: string | null; at: Place }>
    openingCount: number
  }
  /** To the sender: every finished download since the last such mail. */
  'downloads-listed': Followed & {
    slug: string
    senderTimeZone: string | null
    /** Each of them; where there are many, none. */
    downloads: ListedDownload[]
    downloadCount: number
    /** Then who made them, the latest first; `downloaderCount` counts all. Absent in mails of earlier versions. */
    downloaders?: Downloader[]
    downloaderCount?: number
  }
  /** To the sender: shortly before its end somebody does not have everything of a transfer. */
  'not-fetched': Followed & {
    slug: string
    senderTimeZone: string | null
    /** The first of them; `recipientCount` counts all. Address null: whoever holds the link. */
    recipients: Array<{ address: string | null; hasOpened: boolean }>
    recipientCount: number
    expiresAt: string
    /** To one decimal. */
    daysLeft: number
  }
  /** To an account: what happened within a day. */
  digest: {
    readerTimeZone: string | null
    /** The ones with the latest news; `transferCount` counts all. */
    transfers: Array<{
      slug: string
      /** Of the first file. */
      fileName: string
      fileCount: number
      /** Those who came last; `personCount` counts all. */
      people: Array<
        EvidenceFacts & {
          recipient: string | null
          hasOpened: boolean
          finishedCount: number
          hasRepeated: boolean
          isStalled: boolean
          lastAt: string
          at: Place
        }
      >
      personCount: number
    }>
    transferCount: number
    link: string
  }
  /** To somebody who is asked for files. */
  'files-asked': AskedFacts
  /** The same to who has not sent everything: `slots` are those that are missing. */
  'files-asked-again': AskedFacts & { isLate: boolean }
  /** To who sent files: one slot is open again. */
  'slot-sent-back': AskedFacts & { slot: string; note: string }
  /** To who sent files: what arrived. */
  'batch-receipt': BatchFacts & {
    requester: string
    sums: Array<string | null>
    /** Of sealed files: what their supplier says is the SHA-256 of what is inside. Absent where nothing is sealed. */
    claims?: Array<string | null>
    timeZone: string | null
  }
  /** To who asked: what arrived, once for all that came together. */
  'batch-arrived': BatchFacts & {
    /** As they call themselves. */
    supplier: string
    /** Null: they have not said, or not proven. */
    address: string | null
    note: string
    isLate: boolean
    isComplete: boolean
    /** Names of required slots that are still missing; the first of them. */
    missing: string[]
    /** They are opened on the request's page, with its passphrase. Absent where they came as they are. */
    isSealed?: boolean
    timeZone: string | null
  }
  /** To who asked: somebody could not send for want of room. */
  'inbox-full': { title: string; slug: string; limitBytes: number; link: string }
  /** To the sender: what is stored of a file is not what was sent, or the operator has blocked its content. */
  'file-withdrawn': ListedFile & Partial<Followed> & { slug: string | null; isBlocked?: boolean; supplierLink?: string }
  /** To an account: a browser that never did before has signed in. */
  'new-sign-in': DoorFacts
  /** To an account: a session's token was used twice, and the session was ended. */
  'session-reused': DoorFacts
  /** To an account whose owner, or somebody, asked for it. */
  'password-reset': { link: string; validMinutes: number }
  'password-changed': { link: string }
  /** To an account: a second factor was added or taken away. */
  'factor-changed': {
    change: 'totp-on' | 'totp-off' | 'passkey-added' | 'passkey-removed'
    /** What its owner calls the passkey. */
    passkeyName: string
    link: string
  }
  /** To an account: nobody listens at a webhook of it. */
  /** To whoever keeps anchors outside. Hashes are hexadecimal, the signature is base64. */
  'anchor-made': {
    number: number
    at: string
    count: number
    root: string
    hash: string
    key: string
    signature: string
    link: string
  }
  'webhook-paused': { host: string; because: 'gone' | 'failing'; link: string }
  /** To the address that an account had until now. */
  'email-changed': { address: string; link: string; supportEmail: string }
  /** To the address of an account that was deleted. */
  'account-deleted': { address: string; supportEmail: string }
}

interface AskFacts {
  /** A proven address. */
  asker: string
  slug: string
  /** The first of `fileCount`; null where none is left. */
  fileName: string | null
  fileCount: number
  link: string
}

interface AskedFacts {
  requester: { address: string; name: string | null; company: string | null }
  title: string
  message: string
  /** The first of them; `slotCount` counts all. */
  slots: Array<{ name: string; hint: string; isRequired: boolean }>
  slotCount: number
  /** Null: no deadline. */
  dueAt: string | null
  timeZone: string | null
  slug: string
  /** The reader's own link. */
  link: string
  /** Files are sealed by the reader's browser. Absent where they are sent as they are. */
  isSealed?: boolean
}

interface BatchFacts {
  title: string
  slug: string
  /** The first of them; `fileCount` and `totalBytes` count all. */
  files: ListedFile[]
  fileCount: number
  totalBytes: number
  arrivedAt: string
  link: string
}

/** `link` leads to where a new password is asked for. */
interface DoorFacts {
  device: string
  at: string
  place: Place
  readerTimeZone: string | null
  link: string
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

/** What finished downloads rest on, by docs/evidence.md. Absent in mails that an earlier version has queued. */
export interface EvidenceFacts {
  /** What says least of it; null where it is not on record. */
  evidence?: EvidenceKind | null
  doubtBytes?: number
}

export interface ListedDownload extends EvidenceFacts {
  recipient: string | null
  /** Null: some files as one zip. */
  path: string | null
  /** Of the zip. */
  fileCount: number
  bytes: number
  isAgain: boolean
  finishedAt: string
  at: Place
}

/** What one person downloaded. */
export interface Downloader extends EvidenceFacts {
  recipient: string | null
  fileCount: number
  bytes: number
  hasRepeated: boolean
  lastAt: string
  at: Place
}

/** Where the sender sees the rest. Absent in mails that an earlier version has queued. */
interface Followed {
  follow?: { link: string /** Else the way there is signing up. */; isOwn: boolean }
}

interface DownloadFacts extends Followed {
  /** Null: whoever holds the link. */
  recipient: string | null
  slug: string
  fileCount: number
  senderTimeZone: string | null
}

export type TemplateName = keyof MailFacts

/** Longer lists are cut, with how many more there are. */
export const MAX_LISTED_FILES = 20
/** Of people nobody is left out, but where an open link has brought a crowd. */
export const MAX_LISTED_PEOPLE = 1_000
