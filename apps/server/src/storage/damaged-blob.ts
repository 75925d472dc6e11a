/** Stored bytes are not the ones that were acknowledged: altered, swapped, cut short or gone. Never a short success. */
export class DamagedBlob extends Error {
  override readonly name = 'DamagedBlob'
  readonly key: string

  constructor(key: string, what: string, options?: ErrorOptions) {
    super(`blob ${key} is damaged: ${what}`, options)
    this.key = key
  }
}
