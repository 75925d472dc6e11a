import { lifetimeRole, type Role } from '@waybill/contract/billing/plans'
import { isOverdue } from '@waybill/contract/billing/standing'
import { listLifetimeCodes, readBought, readLiveAccount } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { type Account, findAccount, isAccountAddress, languageOf } from '../../identity/accounts/index.ts'
import type { Bought } from '../../platform/database/column-types.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { type NewsOf, type PaymentMailFacts, type PaymentNews, queueMail } from '../../platform/mail-transport/index.ts'
import { CARD_LINK_DAYS, insertCardLink } from '../card-link/card-link-store.ts'
import { findOwner } from '../payment-store.ts'
import { takeNews } from './news-store.ts'

type Telling = Pick<Context, 'db' | 'masterKey' | 'config'>

/**
 * Queues the mails about what was noted, each once, to the workspace's owner. What is no longer so by now is left out; an
 * account that is gone, or has not proven its address, gets no mail.
 */
export async function tellNews(ctx: Telling, workspaceId: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const noted = await takeNews(tx, workspaceId)
    const owner = await findOwner(tx, workspaceId)
    const account = owner && (await findAccount(tx, owner.id))
    if (account === null || !(await isAccountAddress(tx, account.id, account.email))) return
    const bought = await readBought(tx, workspaceId)
    for (const { news } of noted) {
      if (bought !== null && isStill(news, bought)) await mailNews({ ...ctx, db: tx }, account, news)
    }
  })
}

/** Whether what was noted a moment ago is still so. What was paid stays paid. */
function isStill(news: PaymentNews, { subscription, view, prepaid }: Bought): boolean {
  switch (news.kind) {
    case 'trial-ending':
      return view?.status === 'trialing' && view.nextCharge !== null
    case 'payment-failed':
      return subscription === news.subscription && view !== null && isOverdue(view.status)
    case 'plan-ended':
      return subscription === null && (news.because !== 'prepaid' || prepaid === null)
    case 'prepaid-bought':
      // Null: it was paid back before anybody was told.
      return prepaid !== null
    case 'prepaid-ending':
      return prepaid?.endsAt === news.endsAt
    default:
      return true
  }
}

async function mailNews(ctx: Telling, account: Account, news: PaymentNews): Promise<void> {
  const mail = await mailOf(ctx, account, news)
  if (mail !== null) await queueMail(ctx.db, ctx, { ...mail, to: account.email, language: languageOf(account) })
}

type Mail = {
  [Name in keyof PaymentMailFacts]: { template: Name; facts: PaymentMailFacts[Name] }
}[keyof PaymentMailFacts]

async function mailOf(ctx: Telling, account: Account, news: PaymentNews): Promise<Mail | null> {
  const { config, db } = ctx
  const hasTax = config.payments?.kind === 'stripe' && config.payments.collectsTax
  const to = (path: string) => ({ readerTimeZone: account.time_zone, link: linkTo(config, path) })
  switch (news.kind) {
    case 'trial-ending':
      return { template: news.kind, facts: { ...news, ...to(paths.trialEnding), hasTax } }
    case 'plan-charged':
      return { template: news.kind, facts: { ...news, ...to(paths.invoices), hasTax } }
    case 'prepaid-bought':
      return { template: news.kind, facts: { ...news, ...to(paths.invoices) } }
    case 'payment-failed': {
      const link = paths.cardLink(await makeCardLink(ctx, account, news))
      const isSendingOff = isOverdue(account.subscription)
      return { template: news.kind, facts: { ...news, ...to(link), isSendingOff, validDays: CARD_LINK_DAYS } }
    }
    case 'plan-ended': {
      const usedBytes = (await readLiveAccount(db, account.id))?.usedBytes ?? 0
      const isLifetime = (await lifetimeOf(ctx, account)) === account.role
      const facts = { ...news, ...to(paths.plans), role: account.role as Role, isLifetime, usedBytes }
      return { template: news.kind, facts }
    }
    case 'prepaid-ending': {
      const lifetime = await lifetimeOf(ctx, account)
      const facts = { ...news, ...to(paths.plans), role: lifetime ?? 'free', isLifetime: lifetime !== null }
      return { template: news.kind, facts }
    }
    case 'given-back':
      return null
  }
}

const lifetimeOf = async ({ db }: Telling, { workspace_id }: Account): Promise<Role | null> =>
  lifetimeRole((await listLifetimeCodes(db, workspace_id)).length)

const makeCardLink = (
  { db }: Telling,
  { workspace_id }: Account,
  { provider, subscription, amount }: NewsOf<'payment-failed'>,
): Promise<string> =>
  insertCardLink(db, {
    workspace_id,
    provider,
    subscription,
    due_cents: amount?.minor ?? null,
    currency: amount?.currency ?? null,
  })
