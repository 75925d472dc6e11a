import type { MailboxAddress } from '../mailbox/mailbox-address.ts'
import type { SigningDomain } from '../signing-domains.ts'

/**
 * The port that accepts a finished mail: SMTP, or the folder outbox. Passing on the same mail twice is harmless there.
 */
export interface OutgoingMail {
  /** Without brackets; the same at every attempt to send one mail. */
  messageId: string
  /** One address, never a list. */
  to: string
  replyTo: string | null
  /** In place of our From, with the domain whose key signs; absent: ours, which the mail server signs. */
  own?: { from: MailboxAddress; signer: Pick<SigningDomain, 'domain' | 'selector' | 'privateKey'> }
  /** The envelope sender, which receives bounces; absent: the From address. */
  bounceTo?: string | undefined
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

export interface MailTransport {
  readonly kind: 'smtp' | 'outbox'
  /**
   * Resolves once the mail server has accepted it; rejects with an Error whose `isPermanent` says whether to retry, or
   * with a SigningFailed before anything is sent.
   */
  send(mail: OutgoingMail): Promise<{ response: string }>
  /** Resolves where the server is reachable; for health. */
  verify(): Promise<void>
  close(): Promise<void>
}
