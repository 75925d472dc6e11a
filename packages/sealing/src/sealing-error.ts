/** Why sealing or opening failed. */
export type SealingErrorCode =
  /** The passphrase's key does not unwrap the private key. */
  | 'passphrase-wrong'
  /** The device lacks the memory for the passphrase's key, or does not let a worker have it. */
  | 'no-memory'
  /** It does not begin as a sealed file does, or a later version made it. */
  | 'not-sealed'
  /** It is sealed for another key than the one used to open it. */
  | 'other-key'
  /** Its head was altered. */
  | 'head-altered'
  /** A record was altered, or is not in its position. */
  | 'record-altered'
  /** It ends too early. */
  | 'truncated'
  /** It has bytes after its end. */
  | 'too-long'

export class SealingError extends Error {
  override readonly name = 'SealingError'
  readonly code: SealingErrorCode

  constructor(code: SealingErrorCode, options?: ErrorOptions) {
    super(`Sealing: ${code}`, options)
    this.code = code
  }
}
