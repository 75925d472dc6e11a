/**
 * The port that takes a finished mail: SMTP, or the folder outbox. Handing over the same mail twice is harmless there.
 */
export interface OutgoingMail {
  /** Without brackets; the same at every attempt of one mail. */
  messageId: string
  /** One address, never a list. */
  to: string
  replyTo: string | null
  /** Where it comes back to when it cannot be delivered; absent: to who it is from. */
  bounceTo?: string | undefined
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

export interface MailTransport {
  readonly kind: 'smtp' | 'outbox'
  /** Resolves once the mail server has accepted it; rejects with an Error whose `isPermanent` says whether to retry. */
  send(mail: OutgoingMail): Promise<{ response: string }>
  /** Resolves where the server can be reached; for health. */
  verify(): Promise<void>
  close(): Promise<void>
}
