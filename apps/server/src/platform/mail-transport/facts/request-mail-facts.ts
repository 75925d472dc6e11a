import type { ListedFile } from './mail-facts.ts'

/** The facts of some mails about requests. */
export interface RequestMailFacts {
  /** To the requester: somebody could not send files because the requester's storage is full. */
  'inbox-full': { title: string; slug: string; limitBytes: number; link: string }
  /** Comments that the reader has not seen: to a supplier, or to the requester's side. */
  'comments-written': {
    /** Who asks for files, in a mail to a supplier; null in one to the requester's side. */
    requester: { address: string; name: string | null; company: string | null } | null
    title: string
    slug: string
    /** The first of them, in the order in which they were written; `count` counts all. */
    comments: Array<{
      /** '' for somebody without a name. */
      author: string
      /** Nobody has proven who wrote it. */
      isClaimed: boolean
      item: string
      text: string
    }>
    count: number
    /** Leads to the item of the first one. */
    link: string
  }
}

export interface AskedFacts {
  requester: { address: string; name: string | null; company: string | null }
  title: string
  message: string
  /** The first of them; `itemCount` counts all. */
  items: Array<{ name: string; hint: string; isRequired: boolean }>
  itemCount: number
  /** Null: no deadline. */
  dueAt: string | null
  timeZone: string | null
  slug: string
  /** The reader's own link. */
  link: string
  /** The supplier's browser seals the files. Absent if it does not. */
  isSealed?: boolean
}

export interface SubmissionFacts {
  title: string
  slug: string
  /** The first of them; `fileCount` and `totalBytes` count all. */
  files: ListedFile[]
  fileCount: number
  answerCount?: number
  totalBytes: number
  arrivedAt: string
  link: string
}
