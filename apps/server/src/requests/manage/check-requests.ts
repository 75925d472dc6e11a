import { sumRequests } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { hashToken } from '../../platform/ids.ts'
import type { Finding } from '../../uploads/index.ts'
import { countRequests, listMiscountedRequests, listStrayUploads } from '../submission-progress-store.ts'
import { listTokens } from '../supplier-identity-store.ts'
import { requestToken } from '../suppliers/request-token.ts'

const PAGE = 1_000

/** Compares requests with their counters, links with the master key, and months with requests. */
export async function checkRequests(ctx: Pick<Context, 'db' | 'masterKey'>): Promise<Finding[]> {
  const findings: Finding[] = [
    ...(await listMiscountedRequests(ctx.db)).map(({ id, what }) => ({
      kind: 'request-miscounted',
      id,
      facts: { what },
    })),
    ...(await listStrayUploads(ctx.db)).map((id) => ({
      kind: 'transfer-contradiction',
      id,
      facts: { what: 'complete upload without transfer' },
    })),
    ...(await listMonthsOff(ctx)).map(({ id, ...facts }) => ({ kind: 'request-months-off', id, facts })),
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

/** Workspaces whose counted requests differ from the real number. */
async function listMonthsOff({
  db,
}: Pick<Context, 'db'>): Promise<Array<{ id: string; counted: number; found: number }>> {
  const found = new Map((await countRequests(db)).map(({ workspaceId, requests }) => [workspaceId, requests]))
  const counted = await sumRequests(db)
  return [...new Set([...counted.keys(), ...found.keys()])]
    .map((id) => ({ id, counted: counted.get(id) ?? 0, found: found.get(id) ?? 0 }))
    .filter((each) => each.counted !== each.found)
}
