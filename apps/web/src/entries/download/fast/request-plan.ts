import type { Endpoints, ReplyOf } from '@waybill/contract'
import { Problem } from '@waybill/contract/core/problems'
import { call } from '../../../shared/api/client.ts'
import type { FastSelection } from './fast-session.ts'

export type FastPlan = ReplyOf<Endpoints['planFastDownload']>

const ANSWER_MS = 40_000

const ended: readonly string[] = ['grant-expired', 'grant-not-found', 'file-not-found', 'download-limit-reached']

/** Opens a grant, and plans its download. The grant is kept: a new one replaces it when it has ended. */
export function makeRequestPlan({ link, file }: Pick<FastSelection, 'link' | 'file'>): () => Promise<FastPlan> {
  const { slug, user } = link
  let kept: string | null = null

  function plan(grant: string): Promise<FastPlan> {
    const body = { grant, ...(file === undefined ? {} : { file }) }
    return call('planFastDownload', { body, signal: AbortSignal.timeout(ANSWER_MS) })
  }

  async function begin(): Promise<FastPlan> {
    const files = file === undefined ? ('all' as const) : [file]
    const body = { slug, ...(user === null ? {} : { user }), files }
    const { grant } = await call('grantDownload', { body })
    kept = grant
    return plan(grant)
  }

  return async () => {
    if (kept === null) return begin()
    try {
      return await plan(kept)
    } catch (error) {
      if (!(error instanceof Problem) || !ended.includes(error.code)) throw error
      return begin()
    }
  }
}
