/** A mail that the transport could not pass on. A permanent refusal would repeat at the next attempt. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
  readonly isPermanent: boolean
  /** The server had seen the whole mail: its From may be why. */
  readonly isOfContent: boolean

  /** `reason` is the mail server's own answer where there is one; it may name the address. */
  constructor(reason: string, isPermanent: boolean, options: ErrorOptions & { isOfContent?: boolean } = {}) {
    super(reason, options)
    this.isPermanent = isPermanent
    this.isOfContent = options.isOfContent ?? false
  }
}

/** A mail that its domain's key could not sign. Nothing was sent. */
export class SigningFailed extends Error {
  override readonly name = 'SigningFailed'
}
