/** Why something could not be sealed or opened. */
export type SealingErrorCode =
  /** The key that the passphrase makes does not unwrap the private key. */
  | 'passphrase-wrong'
  /** The device has not the memory that the passphrase's key takes, or lets no worker have it. */
  | 'no-memory'
  /** It does not begin as a sealed file does, or a later version made it. */
  | 'not-sealed'
  /** It is sealed for another key than the one that is to open it. */
  | 'other-key'
  /** Its beginning is not what was sealed. */
  | 'head-altered'
  /** A record is not what was sealed, or not in its place. */
  | 'record-altered'
  /** It ends before its end. */
  | 'truncated'
  /** It goes on behind its end. */
  | 'too-long'

export class SealingError extends Error {
  override readonly name = 'SealingError'
  readonly code: SealingErrorCode

  constructor(code: SealingErrorCode, options?: ErrorOptions) {
    super(`Sealing: ${code}`, options)
    this.code = code
  }
}
