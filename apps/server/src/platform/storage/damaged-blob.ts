/** The stored bytes differ from the acknowledged ones: altered, swapped, truncated or gone. Never a short success. */
export class DamagedBlob extends Error {
  override readonly name = 'DamagedBlob'
  readonly key: string
  /** Nothing is there at all: lost, or in a place that is currently unavailable. */
  readonly isGone: boolean

  constructor(key: string, what: string, options: ErrorOptions & { isGone?: boolean } = {}) {
    super(`blob ${key} is damaged: ${what}`, options)
    this.key = key
    this.isGone = options.isGone ?? false
  }
}
