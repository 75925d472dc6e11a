/** Stored bytes are not the ones that were acknowledged: altered, swapped, cut short or gone. Never a short success. */
export class DamagedBlob extends Error {
  override readonly name = 'DamagedBlob'
  readonly key: string
  /** Nothing is there at all: lost, or where nobody looks just now. */
  readonly isGone: boolean

  constructor(key: string, what: string, options: ErrorOptions & { isGone?: boolean } = {}) {
    super(`blob ${key} is damaged: ${what}`, options)
    this.key = key
    this.isGone = options.isGone ?? false
  }
}
