import { Problem } from '@waybill/contract/core/problems'
import type { MailDomain } from '@waybill/contract/mail-domains/endpoints'
import type { Context } from '../context.ts'
import { type Actor, accountOf } from '../platform/http/actor.ts'
import type { Budget } from '../platform/http/limits/rate-limits.ts'
import { noteSecurityIn } from '../platform/security-log/security-scope.ts'
import { requireMailDomain } from './claim-mail-domain.ts'
import { judgeKey, judgeMailRecords } from './judge-mail-records.ts'
import { selectorName } from './key-names.ts'
import { changeAfter, type Slot, verdictOf } from './mail-domain-state.ts'
import {
  failMailDomain,
  findCurrent,
  type HeldMailDomain,
  holdFormerHolder,
  holdMailDomain,
  lockMailDomain,
  type MailDomainRow,
  saveCheck,
  takeDue,
} from './mail-domain-store.ts'
import { forgetOldMailDomains, listKeys, type MailKey, noteSeen, switchKeys } from './mail-key-store.ts'
import { readMailDomain, returnDomainOf } from './read-mail-domain.ts'
import { renewKey } from './renew-key.ts'
import { tellTrouble } from './tell-trouble.ts'

type Needs = Pick<Context, 'db' | 'config' | 'dns' | 'masterKey' | 'log'>

/** A page asks every few seconds while somebody waits. */
const checksPerWorkspace: Budget = { name: 'mail-domain-checks', points: 60, seconds: 600 }

/**
 * Checks the workspace's domain now.
 *
 * @throws Problem as the contract's `checkMailDomain` names them
 */
export async function checkMailDomain(
  ctx: Needs & Pick<Context, 'limits'>,
  actor: Actor,
): Promise<{ mailDomain: MailDomain }> {
  const account = accountOf(actor)
  const row = await findCurrent(ctx.db, account.workspaceId)
  if (row === null) throw new Problem('mail-domain-not-found')
  requireMailDomain(account)
  await ctx.limits.spend(checksPerWorkspace, account.workspaceId)
  await checkOne(ctx, row)
  return readMailDomain(ctx, account)
}

const DUE_AT_ONCE = 20

/** Checks the domains that are due, renews their keys, and forgets old ones. */
export async function recheckMailDomains(ctx: Needs): Promise<void> {
  await forgetOldMailDomains(ctx.db)
  for (;;) {
    const due = await takeDue(ctx.db, DUE_AT_ONCE)
    // A broken check must not keep the others waiting; it is due again soon.
    const done = await Promise.allSettled(due.map((row) => checkOne(ctx, row)))
    for (const one of done) {
      if (one.status === 'rejected') ctx.log.warn({ error: one.reason }, 'an email domain was not checked')
    }
    if (due.length < DUE_AT_ONCE) return
  }
}

async function checkOne(ctx: Needs, row: MailDomainRow): Promise<void> {
  const { mailKeyBase: base } = ctx.config
  const keys = await listKeys(ctx.db, row.id)
  const active = keys.find(({ state }) => state === 'active')
  if (base === null || active === undefined) return
  const { domain, token } = row
  const wanted = { domain, token, base, active, returnDomain: returnDomainOf(ctx.config) }
  const [found, nextSeen] = await Promise.all([judgeMailRecords(ctx.dns, wanted), seesNext(ctx, domain, keys)])
  if (found.published.kind === 'wrong') {
    ctx.log.warn({ domain, slot: active.slot }, 'the key of an email domain is not published: see `mail-keys`')
  }
  await ctx.db.transaction().execute(async (tx) => {
    await lockMailDomain(tx, domain)
    const held = await holdMailDomain(tx, row.id)
    if (held === null) return
    const change = changeAfter(held, verdictOf(found, held.status))
    // DNS names one workspace's keys alone, so it names the other's no longer.
    if (change === 'verified') await endFormer(ctx, tx, held)
    await saveCheck(tx, held.id, found, change)
    if (found.key.kind === 'right') await noteSeen(tx, held.id, active.slot)
    if (change === 'verified') await note(tx, 'mail-domain-verified', held)
    if (change === 'failed') await noteFailed(ctx, tx, held, 'records')
    if (nextSeen) {
      await switchKeys(tx, held.id)
      await note(tx, 'mail-key-renewed', held)
    }
  })
  if (row.status === 'verified') await renewKey(ctx, row.id)
}

/** Whether receivers find the key that is to sign next. */
async function seesNext({ dns }: Needs, domain: string, keys: readonly MailKey[]): Promise<boolean> {
  const next = keys.find(({ state }) => state === 'next')
  return (
    next !== undefined &&
    (await judgeKey(dns, selectorName(domain, next.slot as Slot), next.publicKey)).kind === 'right'
  )
}

async function endFormer(ctx: Needs, tx: Context['db'], { id, domain }: HeldMailDomain): Promise<void> {
  const former = await holdFormerHolder(tx, domain, id)
  if (former === null) return
  await failMailDomain(tx, former.id, 'moved')
  await noteFailed(ctx, tx, former, 'moved')
}

/** Tells the admin, and the security log. */
export async function noteFailed(
  ctx: Pick<Context, 'masterKey' | 'config'>,
  tx: Context['db'],
  held: HeldMailDomain,
  because: 'records' | 'key' | 'moved',
): Promise<void> {
  const { domain } = held
  await noteSecurityIn(tx, { event: 'mail-domain-failed', outcome: 'refused', facts: { domain, because } })
  await tellTrouble(ctx, tx, held, because)
}

const note = (tx: Context['db'], event: 'mail-domain-verified' | 'mail-key-renewed', { domain }: HeldMailDomain) =>
  noteSecurityIn(tx, { event, outcome: 'ok', facts: { domain } })
