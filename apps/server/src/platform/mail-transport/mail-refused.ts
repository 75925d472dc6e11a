/** A mail that the transport could not pass on. A permanent refusal would repeat at the next attempt. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
  readonly isPermanent: boolean

  /** `reason` is the mail server's own answer where there is one; it may name the address. */
  constructor(reason: string, isPermanent: boolean, options?: ErrorOptions) {
    super(reason, options)
    this.isPermanent = isPermanent
  }
}
