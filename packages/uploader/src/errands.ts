import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { UploadApi } from './upload.ts'

export interface ErrandOptions {
  api: UploadApi
  now(): number
  onRenewed(plan: UploadPlan): void
  onPlanRefreshed(plan: UploadPlan): void
  onFailed(error: unknown, startedAt: number, isRenewal: boolean): void
}

/**
 * The upload's own calls besides parts; many callers may ask for one call, which is made once: fresh credentials, and
 * what the server has.
 */
export class Errands {
  readonly #options: ErrandOptions
  #wantsToken = false
  #wantsPlan = false
  #isBusy = false

  constructor(options: ErrandOptions) {
    this.#options = options
  }

  /** The server would refuse parts sent before it is done. */
  get awaitsToken(): boolean {
    return this.#wantsToken
  }

  askForToken(): void {
    this.#wantsToken = true
  }

  askForPlan(): void {
    this.#wantsPlan = true
  }

  /** Makes the calls that were asked for. The next `run` repeats a failed call. */
  run(): void {
    if (this.#isBusy || !(this.#wantsToken || this.#wantsPlan)) return
    this.#isBusy = true
    void (this.#wantsToken ? this.#renew() : this.#refreshPlan())
  }

  async #renew(): Promise<void> {
    const { api, onRenewed, onFailed, now } = this.#options
    const startedAt = now()
    const outcome = await api.renew().catch((error: unknown) => ({ error }))
    this.#isBusy = false
    if ('error' in outcome) return onFailed(outcome.error, startedAt, true)
    this.#wantsToken = false
    onRenewed(outcome)
  }

  async #refreshPlan(): Promise<void> {
    const { api, onPlanRefreshed, onFailed, now } = this.#options
    const startedAt = now()
    this.#wantsPlan = false
    const outcome = await api.readUpload().catch((error: unknown) => ({ error }))
    this.#isBusy = false
    if (!('error' in outcome)) return onPlanRefreshed(outcome)
    this.#wantsPlan = true
    onFailed(outcome.error, startedAt, false)
  }
}
