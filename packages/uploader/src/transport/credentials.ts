/**
 * What to do when credentials are refused: the upload's token, or the signatures of a presigned store. The engine
 * fetches new ones and the ladder's count starts again; a second refusal before any part got through counts as a
 * failure.
 */
import type { ProblemCode } from '@waybill/contract/core/problems'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { Errands } from '../errands.ts'
import { isFinal } from '../line/judge-answer.ts'
import type { Setbacks } from '../line/setbacks.ts'
import type { Preparation } from '../preparation.ts'

export interface CredentialOptions {
  setbacks: Setbacks
  errands: Errands
  plan: UploadPlan
  preparation: Preparation
  now(): number
}

export class Credentials {
  readonly #options: CredentialOptions
  /** When the current ones were fetched: a refusal of an earlier part is no news. */
  #fetchedAt = Number.NEGATIVE_INFINITY

  constructor(options: CredentialOptions) {
    this.#options = options
  }

  /** A part sent at `startedAt` was refused. Returns whether that is a failure to count. */
  refused(startedAt: number): boolean {
    const { setbacks, errands, plan, preparation } = this.#options
    if (startedAt < this.#fetchedAt) return false
    const isFailure = !setbacks.ladder.isProven
    if (plan.transport === 'presigned') {
      preparation.clear()
      this.renewed()
    } else errands.askForToken()
    return isFailure
  }

  renewed(): void {
    this.#fetchedAt = this.#options.now()
    this.#options.setbacks.ladder.renewed()
  }

  /** One of the upload's own calls failed; `error` has the problem's code where the server answered. */
  callFailed(error: unknown, startedAt: number, isRenewal: boolean): void {
    const { setbacks, errands } = this.#options
    const refusal = (error ?? {}) as { code?: ProblemCode; requestId?: string }
    // A DOMException has a numeric `code`.
    const code = typeof refusal.code === 'string' ? refusal.code : null
    const isRefused = code === 'upload-token-wrong'
    if (code && (isFinal(code) || (isRefused && isRenewal))) {
      setbacks.end(code, null)
      return
    }
    const isOld = startedAt < this.#fetchedAt || errands.awaitsToken
    if (isRefused && !isOld) errands.askForToken()
    if (isRefused && (isOld || setbacks.ladder.isProven)) return
    setbacks.failed(null, startedAt, code ? refusal : null)
  }
}
