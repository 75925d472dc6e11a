/** Of the mails about transfers that are sent while they upload. */
export interface ArrivalMailFacts {
  /** To the sender: no part has come for a while. */
  'upload-broke-off': {
    slug: string
    /** Its title, or its first file with how many `others`. */
    name: string
    others: number
    /** Of the bytes that have arrived. */
    percent: number
    filesThere: number
    fileCount: number
    link: string
  }
  /** To a recipient who was mailed while the files arrived; 'dropped': the missing ones left the transfer for good. */
  'arrival-changed': {
    slug: string
    sender: { address: string }
    state: 'broken' | 'whole' | 'dropped'
    filesThere: number
    fileCount: number
    /** The recipient's own link; null: no file arrived, so it does not open any more. */
    link: string | null
  }
}
