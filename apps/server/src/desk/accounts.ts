import { Problem } from '@waybill/contract/core/problems'
import type { accountRoles, DeskAccount } from '@waybill/contract/operating/desk-account-endpoints'
import { readUsage } from '../billing/index.ts'
import type { Context } from '../context.ts'
import { type Account, findAccount, type SearchedAccount, searchAccountsBy } from '../identity/accounts/index.ts'
import { listWithFactor, readLastActive } from '../identity/sessions/index.ts'
import { readCursor, writeCursor } from '../platform/cursor.ts'
import { changeAccount } from './change-account.ts'

const TAKE = 25

type Needs = Pick<Context, 'db'>

export async function searchAccounts(
  { db }: Needs,
  { q, after }: { q: string; after?: string | undefined },
): Promise<{ accounts: DeskAccount[]; next: string | null }> {
  const found = await searchAccountsBy(db, { q: q.trim(), after: readCursor(after), take: TAKE + 1 })
  const shown = found.slice(0, TAKE)
  const ids = shown.map(({ id }) => id)
  const [withFactor, lastActive, usages] = await Promise.all([
    listWithFactor(db, ids),
    readLastActive(db, ids),
    Promise.all(ids.map(async (id) => (await readUsage(db, id)).usedBytes)),
  ])
  const accounts = shown.map((account, nth) => ({
    ...present(account),
    lastActiveAt: lastActive.get(account.id)?.toISOString() ?? null,
    usedBytes: usages[nth] ?? 0,
    hasFactor: withFactor.has(account.id),
  }))
  const last = found.length > TAKE ? shown.at(-1) : undefined
  return { accounts, next: last === undefined ? null : writeCursor({ at: last.created_us, id: last.id }) }
}

const present = (account: SearchedAccount) => ({
  _id: account.id,
  email: account.email,
  fullName: account.full_name,
  company: account.company,
  role: account.role,
  subscription: account.subscription,
  teamRole: account.team_role,
  createdAt: account.created_at.toISOString(),
  suspendedAt: account.suspended_at?.toISOString() ?? null,
  suspendedBecause: account.suspended_because,
  isOperator: account.is_operator,
})

/** @throws Problem 'not-found'; 'operator-account': an operator who was taken over could lock the others out */
async function findChangeable({ db }: Needs, id: string): Promise<Account> {
  const account = await findAccount(db, id)
  if (account === null) throw new Problem('not-found')
  if (account.operator_since !== null) throw new Problem('operator-account')
  return account
}

export async function suspendAtDesk(ctx: Needs, operatorId: string, id: string, because: string): Promise<void> {
  await changeAccount(ctx, await findChangeable(ctx, id), { suspension: { because: because.trim() } }, operatorId)
}

export async function restoreAtDesk(ctx: Needs, operatorId: string, id: string): Promise<void> {
  await changeAccount(ctx, await findChangeable(ctx, id), { suspension: null }, operatorId)
}

/** The role that holds now. */
export async function setRoleAtDesk(
  ctx: Needs,
  operatorId: string,
  id: string,
  role: (typeof accountRoles)[number],
): Promise<string> {
  const { held } = await changeAccount(ctx, await findChangeable(ctx, id), { role }, operatorId)
  return held?.role ?? role
}
