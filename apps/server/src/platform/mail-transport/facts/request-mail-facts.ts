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
