import type { Endpoints, ReplyOf } from '@waybill/contract'
import { Problem } from '@waybill/contract/core/problems'
import { call } from '../../../shared/api/client.ts'
import type { FastSelection } from './fast-session.ts'

export type FastPlan = ReplyOf<Endpoints['planFastDownload']>

const ended: readonly string[] = ['grant-expired', 'grant-not-found', 'file-not-found']

/** Opens a grant, and plans its download. The grant is kept: a new one replaces it when it has ended. */
export function makeRequestPlan({ link, file }: Pick<FastSelection, 'link' | 'file'>): () => Promise<FastPlan> {
  const { slug, user } = link
  let kept: string | null = null

  const plan = (grant: string) => call('planFastDownload', { body: { grant, ...(file === undefined ? {} : { file }) } })

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
