import type { Context } from '../../context.ts'
import { hashToken } from '../../platform/ids.ts'
import type { Finding } from '../../uploads/index.ts'
import { requestToken } from '../suppliers/request-token.ts'
import { listMiscounted, listMonthsOff, listTokens } from './consistency-store.ts'

const PAGE = 1_000

/** Holds what is kept of requests against what it counts, links against the master key, and months against requests. */
export async function checkRequests(ctx: Pick<Context, 'db' | 'masterKey'>): Promise<Finding[]> {
  const findings: Finding[] = [
    ...(await listMiscounted(ctx.db)).map(({ id, what }) => ({ kind: 'request-miscounted', id, facts: { what } })),
    ...(await listMonthsOff(ctx.db)).map(({ id, ...facts }) => ({ kind: 'request-months-off', id, facts })),
  ]
  for (let after = '', isLast = false; !isLast; ) {
    const page = await listTokens(ctx.db, after, PAGE)
    for (const { id, token_hash } of page) {
      if (token_hash.equals(hashToken(requestToken(ctx.masterKey, id)))) continue
      findings.push({ kind: 'request-token-off', id, facts: {} })
    }
    after = page.at(-1)?.id ?? ''
    isLast = page.length < PAGE
  }
  return findings
}
