import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { isArriving } from '../../transfers/index.ts'
import { type GrantRow, readFilesStamp } from '../grant/grant-store.ts'
import { type GrantedZip, grantedZip, type ZipChoice } from '../grant/granted-zip.ts'
import { ALL } from './zip-selection.ts'

const MAX_FILES = 20_000
const KEPT_MS = 10 * 60_000

interface Kept {
  zip: GrantedZip
  stamp: string
  timer: NodeJS.Timeout
}

interface Reading {
  running: Promise<string>
  /** The one that follows it. */
  next: Promise<string> | null
}

/**
 * Recent archive layouts, so that the click that follows the plan, and every range of a resumed or divided download,
 * begins at once. Holds at most 20,000 files in all.
 */
export class PlannedZips {
  readonly #ctx: Pick<Context, 'db'>
  readonly #kept = new Map<string, Kept>()
  /** By grant. */
  readonly #stamps = new Map<string, Reading>()

  constructor(ctx: Pick<Context, 'db'>) {
    this.#ctx = ctx
  }

  /** @throws Problem 'files-still-arriving', 'file-not-found', 'file-withdrawn' */
  async get(grant: GrantRow, choice: ZipChoice): Promise<GrantedZip> {
    if (isArriving(grant)) throw new Problem('files-still-arriving', { retryAfterSeconds: 60 })
    const stamp = await this.#stampOf(grant)
    const selection = 'selection' in choice ? choice.selection : choice.ids === 'all' ? ALL : null
    const kept = selection === null ? undefined : this.#kept.get(keyOf(grant, selection))
    if (kept?.stamp === stamp) return kept.zip
    const zip = await grantedZip(this.#ctx, grant, choice)
    this.#keep(keyOf(grant, zip.selection), zip, stamp)
    return zip
  }

  /**
   * Many ranges of one archive begin together: those that come while a stamp is read share the next read, which begins
   * after them, so none gets an older state than it would alone.
   */
  #stampOf(grant: GrantRow): Promise<string> {
    const reading = this.#stamps.get(grant.id)
    if (reading) {
      reading.next ??= reading.running.catch(() => '').then(() => this.#readStamp(grant))
      return reading.next
    }
    return this.#readStamp(grant)
  }

  #readStamp(grant: GrantRow): Promise<string> {
    const running = readFilesStamp(this.#ctx.db, grant)
    const reading: Reading = { running, next: null }
    this.#stamps.set(grant.id, reading)
    const over = () => {
      if (reading.next === null) this.#stamps.delete(grant.id)
    }
    running.then(over, over)
    return running
  }

  #keep(key: string, zip: GrantedZip, stamp: string): void {
    this.#drop(key)
    let room = MAX_FILES - zip.files.length
    for (const { zip: other } of this.#kept.values()) room -= other.files.length
    for (const [oldest, { zip: other }] of this.#kept) {
      if (room >= 0) break
      room += other.files.length
      this.#drop(oldest)
    }
    if (room < 0) return
    this.#kept.set(key, { zip, stamp, timer: setTimeout(() => this.#drop(key), KEPT_MS).unref() })
  }

  #drop(key: string): void {
    clearTimeout(this.#kept.get(key)?.timer)
    this.#kept.delete(key)
  }
}

const keyOf = (grant: GrantRow, selection: string) => JSON.stringify([grant.transfer_id, grant.file_ids, selection])
