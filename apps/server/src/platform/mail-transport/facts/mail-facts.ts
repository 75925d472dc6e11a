import type { EvidenceKind } from '@waybill/contract/tracking/evidence'
import type { AbuseMailFacts, WithdrawnBecause } from './abuse-mail-facts.ts'
import type { ArrivalMailFacts } from './arrival-mail-facts.ts'
import type { CodeMailFacts } from './code-mail-facts.ts'
import type { ConversationMailFacts } from './conversation-mail-facts.ts'
import type { PaymentMailFacts } from './payment-mail-facts.ts'
import type { AskedFacts, RequestMailFacts, SubmissionFacts } from './request-mail-facts.ts'
import type { ChosenAtSending, ScheduleMailFacts } from './schedule-mail-facts.ts'
import type { TeamMailFacts } from './team-mail-facts.ts'

/** The facts of each mail: plain JSON, sealed in the database until the mail is sent. Instants are ISO 8601, UTC. */
export interface MailFacts
  extends AbuseMailFacts,
    ArrivalMailFacts,
    CodeMailFacts,
    ConversationMailFacts,
    PaymentMailFacts,
    RequestMailFacts,
    ScheduleMailFacts,
    TeamMailFacts {
  /** To the sender: a recipient requests more time. `link` leads to the page that extends the link. */
  'extension-requested': AccessRequestFacts & { expiredAt: string; senderTimeZone: string | null }
  /** To the sender: a person with another recipient's link requests a personal one. */
  'access-requested': AccessRequestFacts & {
    /** The recipient who owns the link; null if they have no address. */
    through: string | null
  }
  /** To the person who requested more time. */
  'extension-granted': {
    sender: { address: string; name: string | null; isProven: boolean }
    slug: string
    /** Null: never. */
    expiresAt: string | null
    readerTimeZone: string | null
    senderTimeZone: string | null
    link: string
  }
  /** To a recipient. */
  'files-arrived': ChosenAtSending & {
    sender: { address: string; name: string | null; isProven: boolean }
    /** The first of them; `fileCount` and `totalBytes` count all. */
    files: ListedFile[]
    fileCount: number
    totalBytes: number
    /** Absent: all of them are there. */
    filesThere?: number
    message: string
    /** Null: never. */
    expiresAt: string | null
    slug: string
    /** The recipient's own link. */
    link: string
  }
  /** The same mail again: somebody asked for it to be resent. */
  'files-arrived-again': MailFacts['files-arrived']
  /** To a recipient who has downloaded nothing: once, shortly before the transfer expires. */
  'files-waiting': Omit<MailFacts['files-arrived'], 'message' | 'expiresAt'> & { expiresAt: string }
  /** To the sender: a recipient has everything. */
  'downloads-finished': DownloadFacts & EvidenceFacts & { files: DownloadedFile[] }
  /** To the sender: a recipient has started to download, and nothing has arrived for an hour. */
  'download-stopped': DownloadFacts & {
    finishedCount: number
    deliveredBytes: number
    totalBytes: number
    /** The first of the files that are not finished; `unfinishedCount` counts all. */
    files: Array<ListedFile & { deliveredBytes: number }>
    unfinishedCount: number
    lastByteAt: string
    at: MailPlace
  }
  /** To the sender: recipients have opened their page for the first time. */
  'transfer-opened': Followed & {
    slug: string
    senderTimeZone: string | null
    /** The first of them; `openingCount` counts all. */
    openings: Array<{ recipient: string | null; openedAt: string; device: string | null; at: MailPlace }>
    openingCount: number
  }
  /** To the sender: every finished download since the last such mail. */
  'downloads-listed': Followed & {
    slug: string
    senderTimeZone: string | null
    /** Each of them; where there are many, none. */
    downloads: ListedDownload[]
    downloadCount: number
    /** Then the people who made them, the latest first; `downloaderCount` counts all. Absent in older mails. */
    downloaders?: Downloader[]
    downloaderCount?: number
  }
  /** To the sender: a transfer expires soon, and somebody does not have everything of it. */
  'not-fetched': Followed & {
    slug: string
    senderTimeZone: string | null
    /** The first of them; `recipientCount` counts all. Address null: anyone with the link. */
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
      /** The transfer's own. Absent in mails that an earlier version queued. */
      title?: string | null
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
          at: MailPlace
        }
      >
      personCount: number
    }>
    transferCount: number
    link: string
  }
  /** To a supplier who is asked for files. */
  'files-asked': AskedFacts
  /** The same to a supplier who has not sent everything: `items` are the missing items. */
  'files-asked-again': AskedFacts & { isLate: boolean }
  /** To a supplier: one of their items was sent back. */
  'item-sent-back': AskedFacts & { item: string; note: string }
  /** To a supplier: what arrived. */
  'submission-receipt': SubmissionFacts & {
    requester: string
    sums: Array<string | null>
    /** Of sealed files: the SHA-256 of what is inside, as the supplier's browser claims it. Absent if none is. */
    claims?: Array<string | null>
    timeZone: string | null
  }
  /** To the requester: one submission, with everything in it. */
  'submission-arrived': SubmissionFacts & {
    /** The name that the supplier chose. */
    supplier: string
    /** Null: the supplier has named none, or has not proven it. */
    address: string | null
    note: string
    isLate: boolean
    isComplete: boolean
    /** Names of the first required items that are still missing. */
    missing: string[]
    /** The files are opened on the request's page with its passphrase. Absent if they are not sealed. */
    isSealed?: boolean
    timeZone: string | null
  }
  /** To the sender: the stored file differs from what was sent, is infected or blocked; or an infected one is cleared. */
  'file-withdrawn': ListedFile & Partial<Followed> & { slug: string | null; supplierLink?: string } & WithdrawnBecause
  /** To an account: a browser signed in for the first time. */
  'new-sign-in': DoorFacts
  /** To an account: a session's token was used twice, and the session was ended. */
  'session-reused': DoorFacts
  /** To an account for which somebody requested a new password. */
  'password-reset': { link: string; validMinutes: number }
  'password-changed': { link: string }
  /** To an account: a second factor was added or removed, or an API key was made. */
  'factor-changed': {
    change: 'totp-on' | 'totp-off' | 'passkey-added' | 'passkey-removed' | 'key-made'
    /** What its owner calls the passkey, or the key. */
    passkeyName: string
    link: string
  }
  /** To a person who keeps anchors outside. Hashes are hexadecimal, the signature is base64. */
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
  /** To an account: the receiver of one of its webhooks accepts nothing. */
  'webhook-paused': { host: string; because: 'gone' | 'failing'; link: string }
  /** To the previous address of an account. */
  'email-changed': { address: string; link: string; supportEmail: string }
  /** To the address of an account that was deleted; `isMember`: a team keeps what it made. */
  'account-deleted': { address: string; isMember: boolean; supportEmail: string }
}

interface AccessRequestFacts {
  /** A proven address. */
  requester: string
  slug: string
  /** The first of `fileCount`; null where none is left. */
  fileName: string | null
  fileCount: number
  link: string
}

/** `link` leads to the page that requests a new password. */
interface DoorFacts {
  device: string
  at: string
  place: MailPlace
  readerTimeZone: string | null
  link: string
}

export interface ListedFile {
  path: string
  bytes: number
}

export interface MailPlace {
  /** ISO 3166-1 alpha-2. */
  country: string | null
  city: string | null
  timeZone: string | null
}

export interface DownloadedFile extends ListedFile {
  finishedAt: string
  at: MailPlace
}

/** The evidence for finished downloads, as in docs/evidence.md. Absent in mails that an earlier version has queued. */
export interface EvidenceFacts {
  /** The weakest kind of evidence; null if none is on record. */
  evidence?: EvidenceKind | null
  doubtBytes?: number
}

export interface ListedDownload extends EvidenceFacts {
  recipient: string | null
  /** Null: some files as one zip. */
  path: string | null
  /** Of the files in the zip. */
  fileCount: number
  bytes: number
  isAgain: boolean
  finishedAt: string
  at: MailPlace
}

/** What one person downloaded. */
export interface Downloader extends EvidenceFacts {
  recipient: string | null
  fileCount: number
  bytes: number
  hasRepeated: boolean
  lastAt: string
  at: MailPlace
}

/** Where the sender sees more, and the transfer's own title. Absent in mails that an earlier version queued. */
export interface Followed {
  follow?: { link: string /** False: the link leads to signing up, and then to the transfer. */; isOwn: boolean }
  title?: string | null
}

interface DownloadFacts extends Followed {
  /** Null: anyone with the link. */
  recipient: string | null
  slug: string
  fileCount: number
  senderTimeZone: string | null
}

export type TemplateName = keyof MailFacts

/** A longer list is cut and says how many more there are. */
export const MAX_LISTED_FILES = 20
/** Enough to list everybody, unless a crowd came through an open link. */
export const MAX_LISTED_PEOPLE = 1_000
