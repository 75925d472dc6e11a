import { hostLimit } from '@waybill/contract/billing/plans'
import type { BodyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { Domain, claimDomain as endpoint } from '@waybill/contract/domains/endpoints'
import { type LiveAccount, readLiveAccount, requireNoDebt } from '../billing/index.ts'
import type { Context } from '../context.ts'
import { type Actor, accountOf } from '../platform/http/actor.ts'
import type { Budget } from '../platform/http/limits/rate-limits.ts'
import { offeredNames, ownNames } from '../platform/http/own-names.ts'
import { newId, newToken } from '../platform/ids.ts'
import { noteSecurityIn } from '../platform/security-log/security-scope.ts'
import { chooseHost, findCurrent, insertClaim, isHeldElsewhere, lockHost, releaseCurrent } from './domain-store.ts'
import { parseHost } from './host-name.ts'
import { readDomain } from './read-domain.ts'

/** Each may put a name of ours into quarantine. */
const claimsPerWorkspace: Budget = { name: 'host-claims', points: 10, seconds: 86_400 }

/**
 * Names the workspace's custom host, and whether its links use it. The same host again changes only the latter.
 *
 * @throws Problem as the contract's `claimDomain` names them
 */
export async function claimDomain(
  ctx: Pick<Context, 'db' | 'config' | 'limits'>,
  actor: Actor,
  { typedDomain, customDomainOption }: BodyOf<typeof endpoint>,
): Promise<{ domain: Domain }> {
  const { id: accountId, workspaceId } = accountOf(actor)
  const parsed = parseHost(typedDomain, { ...offeredNames(ctx.config), own: ownNames(ctx.config) })
  if ('refused' in parsed) {
    if (parsed.refused === 'not-offered') throw new Problem('hosts-not-offered')
    throw new Problem('host-refused', { because: parsed.refused })
  }
  const { host, isUnderBase } = parsed
  if ((await findCurrent(ctx.db, workspaceId))?.host !== host) {
    await ctx.limits.spend(claimsPerWorkspace, workspaceId)
    await ctx.db.transaction().execute(async (tx) => {
      requireHosts(requireNoDebt(await readLiveAccount(tx, accountId, { hold: true })))
      await lockHost(tx, host)
      if (await isHeldElsewhere(tx, host, workspaceId)) throw new Problem('host-taken')
      const former = await releaseCurrent(tx, workspaceId)
      if (former !== null) await note(tx, 'host-released', accountId, former.host)
      await insertClaim(tx, { id: newId(), workspaceId, host, token: newToken(128), isUnderBase })
      await note(tx, 'host-claimed', accountId, host)
    })
  }
  if (customDomainOption !== undefined) await chooseHost(ctx.db, workspaceId, customDomainOption === 'custom')
  return readDomain(ctx, accountOf(actor))
}

/** @throws Problem 'hosts-reserved' */
export function requireHosts({ role }: Pick<LiveAccount, 'role'>): void {
  if (hostLimit(role) === 0) throw new Problem('hosts-reserved')
}

const note = (tx: Context['db'], event: 'host-claimed' | 'host-released', accountId: string, host: string) =>
  noteSecurityIn(tx, { event, outcome: 'ok', accountId, facts: { host } })

/** @throws Problem 'domain-not-found' */
export async function releaseDomain(ctx: Pick<Context, 'db' | 'config'>, actor: Actor): Promise<{ domain: Domain }> {
  const { id: accountId, workspaceId } = accountOf(actor)
  await ctx.db.transaction().execute(async (tx) => {
    const former = await releaseCurrent(tx, workspaceId)
    if (former === null) throw new Problem('domain-not-found')
    await note(tx, 'host-released', accountId, former.host)
  })
  return readDomain(ctx, accountOf(actor))
}
