import { Problem } from '@waybill/contract/core/problems'
import type { Domain } from '@waybill/contract/domains/endpoints'
import type { Context } from '../context.ts'
import { type Actor, accountOf } from '../platform/http/actor.ts'
import type { Budget } from '../platform/http/limits/rate-limits.ts'
import { offeredNames } from '../platform/http/own-names.ts'
import type { SecurityEvent } from '../platform/security-log/security-events.ts'
import { noteSecurityIn } from '../platform/security-log/security-scope.ts'
import { requireHosts } from './claim-domain.ts'
import { type Change, changeAfter, verdictOf } from './domain-state.ts'
import {
  type DomainRow,
  findCurrent,
  forgetOldDomains,
  holdDomain,
  isHeldElsewhere,
  lockHost,
  saveCheck,
  takeDue,
} from './domain-store.ts'
import { judgeRecords, proofValue } from './judge-records.ts'
import { readDomain } from './read-domain.ts'
import { tellHostWrong } from './tell-host-wrong.ts'

type Needs = Pick<Context, 'db' | 'config' | 'dns' | 'masterKey' | 'clock'>

/** A page asks every few seconds while somebody waits. */
const checksPerWorkspace: Budget = { name: 'host-checks', points: 60, seconds: 600 }

/**
 * Checks the workspace's host now.
 *
 * @throws Problem as the contract's `checkDomain` names them
 */
export async function checkDomain(ctx: Needs & Pick<Context, 'limits'>, actor: Actor): Promise<{ domain: Domain }> {
  const account = accountOf(actor)
  const row = await findCurrent(ctx.db, account.workspaceId)
  if (row === null) throw new Problem('domain-not-found')
  requireHosts(account)
  await ctx.limits.spend(checksPerWorkspace, account.workspaceId)
  if ((await checkOne(ctx, row)) === 'taken') throw new Problem('host-taken')
  return readDomain(ctx, account)
}

const DUE_AT_ONCE = 20

/** Checks the hosts that are due, and ends quarantines. */
export async function recheckDomains(ctx: Needs & Pick<Context, 'log'>): Promise<void> {
  await forgetOldDomains(ctx.db)
  for (;;) {
    const due = await takeDue(ctx.db, DUE_AT_ONCE)
    // A broken check must not keep the others waiting; it is due again soon.
    const done = await Promise.allSettled(due.map((row) => checkOne(ctx, row)))
    for (const one of done) if (one.status === 'rejected') ctx.log.warn({ error: one.reason }, 'a host was not checked')
    if (due.length < DUE_AT_ONCE) return
  }
}

/** 'taken': its records are right, but another workspace holds it. */
async function checkOne(ctx: Needs, row: Pick<DomainRow, 'id' | 'host' | 'token'>): Promise<Change | 'taken'> {
  const { db, config, dns } = ctx
  const { target, subdomainBase } = offeredNames(config)
  // Names of ours need no records. Without a public name, nothing can be judged.
  if (target === null || (subdomainBase !== null && row.host.endsWith(`.${subdomainBase}`))) return null
  const found = await judgeRecords(dns, { host: row.host, target, proof: proofValue(row.token) })
  return db.transaction().execute(async (tx) => {
    await lockHost(tx, row.host)
    const held = await holdDomain(tx, row)
    if (held === null) return null
    const change = changeAfter(held.status, verdictOf(found), held.isOverdue)
    const isTaken = change === 'verified' && (await isHeldElsewhere(tx, held.host, held.workspaceId))
    await saveCheck(tx, held.id, found, isTaken ? null : change)
    if (isTaken) return 'taken'
    if (change !== null) await noteSecurityIn(tx, eventOf(change, held.host))
    if (change === 'failing' || change === 'off') await tellHostWrong(tx, ctx, held, change)
    return change
  })
}

function eventOf(change: NonNullable<Change>, host: string): SecurityEvent {
  if (change === 'failing') return { event: 'host-failing', outcome: 'refused', facts: { host } }
  return { event: change === 'off' ? 'host-off' : 'host-verified', outcome: 'ok', facts: { host } }
}
