import { DownloadError } from './download-error.ts'
import type { DownloadPlan } from './ports.ts'

/** Replaces a grant that has ended, once for all connections that meet its end. */
export class GrantRenewal {
  readonly #renew: () => Promise<DownloadPlan>
  #renewing: Promise<DownloadPlan> | null = null

  constructor(renew: () => Promise<DownloadPlan>) {
    this.#renew = renew
  }

  /** The plan with a link that works. @throws DownloadError 'changed' where it is another version, 'refused', 'line' */
  of(plan: DownloadPlan): Promise<DownloadPlan> {
    this.#renewing ??= this.#renewed(plan).finally(() => {
      this.#renewing = null
    })
    return this.#renewing
  }

  async #renewed(plan: DownloadPlan): Promise<DownloadPlan> {
    const { url, etag, bytes } = await this.#renew().catch((error) => {
      const code = codeOf(error)
      throw code === null ? new DownloadError('line') : new DownloadError('refused', code)
    })
    if (etag !== plan.etag || bytes !== plan.bytes) throw new DownloadError('changed')
    return { ...plan, url }
  }
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
