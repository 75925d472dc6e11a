import { plans, type Role } from '@waybill/contract/billing/plans'
import { Problem } from '@waybill/contract/core/problems'
import type { MailDomain } from '@waybill/contract/mail-domains/endpoints'
import { readLiveAccount, requireNoDebt } from '../billing/index.ts'
import type { Context } from '../context.ts'
import { type Actor, accountOf } from '../platform/http/actor.ts'
import type { Budget } from '../platform/http/limits/rate-limits.ts'
import { newId } from '../platform/ids.ts'
import { noteSecurityIn } from '../platform/security-log/security-scope.ts'
import { newKeyToken } from './key-names.ts'
import { parseMailDomain } from './mail-domain-name.ts'
import {
  findCurrent,
  insertMailDomain,
  isInUseElsewhere,
  lockMailDomain,
  releaseMailDomainOf,
} from './mail-domain-store.ts'
import { insertKey, retireKeys } from './mail-key-store.ts'
import { makeKey } from './make-key.ts'
import { readMailDomain } from './read-mail-domain.ts'

/** Each makes a key, and a line of the operator's zone. */
const claimsPerWorkspace: Budget = { name: 'mail-domain-claims', points: 10, seconds: 86_400 }

type Needs = Pick<Context, 'db' | 'config' | 'masterKey' | 'limits'>

/**
 * Names the workspace's email domain. The same domain again changes nothing.
 *
 * @throws Problem as the contract's `claimMailDomain` names them
 */
export async function claimMailDomain(ctx: Needs, actor: Actor, typed: string): Promise<{ mailDomain: MailDomain }> {
  const account = accountOf(actor)
  const { workspaceId } = account
  requireMailDomain(account)
  if (ctx.config.mailKeyBase === null) throw new Problem('mail-domain-not-offered')
  const parsed = parseMailDomain(typed, ctx.config)
  if ('refused' in parsed) throw new Problem('mail-domain-refused', { because: parsed.refused })
  if ((await findCurrent(ctx.db, workspaceId))?.domain !== parsed.domain) {
    await ctx.limits.spend(claimsPerWorkspace, workspaceId)
    await claim(ctx, account, parsed.domain)
  }
  return readMailDomain(ctx, account)
}

async function claim(
  ctx: Needs,
  { id: accountId, workspaceId }: { id: string; workspaceId: string },
  domain: string,
): Promise<void> {
  const id = newId()
  // Made before: it costs a tenth of a second, and no lock waits for it.
  const key = await makeKey(ctx.masterKey, id, 1)
  await ctx.db.transaction().execute(async (tx) => {
    requireMailDomain(requireNoDebt(await readLiveAccount(tx, accountId, { hold: true })))
    // One claim of a workspace after the other: a second press finds the first.
    await lockMailDomain(tx, workspaceId)
    if ((await findCurrent(tx, workspaceId))?.domain === domain) return
    await lockMailDomain(tx, domain)
    if (await isInUseElsewhere(tx, domain, workspaceId)) throw new Problem('mail-domain-taken')
    await release(tx, accountId, workspaceId)
    await insertMailDomain(tx, { id, workspaceId, domain, token: newKeyToken() })
    await insertKey(tx, id, 1, 'active', key)
    await note(tx, 'mail-domain-claimed', accountId, domain)
  })
}

/** @throws Problem 'mail-domain-reserved' */
export function requireMailDomain({ role }: { role: Role }): void {
  if (!plans[role].emailDomain) throw new Problem('mail-domain-reserved')
}

/** @throws Problem 'mail-domain-not-found' */
export async function releaseMailDomain(
  ctx: Pick<Context, 'db' | 'config'>,
  actor: Actor,
): Promise<{ mailDomain: MailDomain }> {
  const account = accountOf(actor)
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await release(tx, account.id, account.workspaceId))) throw new Problem('mail-domain-not-found')
  })
  return readMailDomain(ctx, account)
}

async function release(tx: Context['db'], accountId: string, workspaceId: string): Promise<boolean> {
  const former = await forgetMailDomain(tx, workspaceId)
  if (former !== null) await note(tx, 'mail-domain-released', accountId, former)
  return former !== null
}

/** Ends the workspace's domain; its private keys are deleted. Returns its name, null where there is none. */
export async function forgetMailDomain(tx: Context['db'], workspaceId: string): Promise<string | null> {
  const former = await releaseMailDomainOf(tx, workspaceId)
  if (former !== null) await retireKeys(tx, former.id)
  return former?.domain ?? null
}

const note = (
  tx: Context['db'],
  event: 'mail-domain-claimed' | 'mail-domain-released',
  accountId: string,
  domain: string,
) => noteSecurityIn(tx, { event, outcome: 'ok', accountId, facts: { domain } })
