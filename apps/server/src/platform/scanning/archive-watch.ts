import type { NotScanned } from './verdict.ts'

/** `PK\x01\x02`, then version, version, flags (8), …, size in the archive (20), size unpacked (24). */
const ENTRY = Buffer.from('PK\x01\x02', 'latin1')
const ENTRY_BYTES = 28
const SEALED = Buffer.from('WBSEAL')
/** How many times the largest file all members of an archive may have together: clamd's own proportion. */
const TOTAL = 4

/**
 * Looks at bytes on their way to clamd for what clamd passes over in silence: members of zip archives that are encrypted,
 * or that unpack to more than it looks at. Nested archives that are stored are seen too. Bytes that look like such an
 * entry by chance only cost a file its verdict.
 */
export class ArchiveWatch {
  readonly #maxBytes: number
  #head = Buffer.alloc(0)
  #tail = Buffer.alloc(0)
  #total = 0
  #found: NotScanned | null = null

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Why a clean verdict about the bytes so far would be too much; null: nothing speaks against it. */
  get found(): NotScanned | null {
    return this.#head.subarray(0, SEALED.length).equals(SEALED) ? 'encrypted' : this.#found
  }

  push(chunk: Buffer): void {
    if (this.#head.length < SEALED.length) this.#head = Buffer.concat([this.#head, chunk.subarray(0, SEALED.length)])
    const bytes = Buffer.concat([this.#tail, chunk])
    const last = bytes.length - ENTRY_BYTES
    for (let at = bytes.indexOf(ENTRY); at !== -1 && at <= last; at = bytes.indexOf(ENTRY, at + 4))
      this.#judge(bytes, at)
    // An entry that is not whole yet is found again, one that was judged is not.
    const next = bytes.lastIndexOf(ENTRY)
    const from = next > last && next !== -1 ? next : Math.max(0, bytes.length - ENTRY.length + 1)
    this.#tail = Buffer.from(bytes.subarray(from))
  }

  #judge(bytes: Buffer, at: number): void {
    const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1
    const unpacked = bytes.readUInt32LE(at + 24)
    this.#total += unpacked
    if (isEncrypted) this.#found ??= 'encrypted'
    else if (unpacked > this.#maxBytes || this.#total > this.#maxBytes * TOTAL) this.#found ??= 'too-large'
  }
}
