import type { Language } from '@waybill/contract/core/fields'
import type { Kysely } from 'kysely'
import { findPageBranding } from '../../branding/index.ts'
import type { Context } from '../../context.ts'
import { findAccount } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { findLinkOrigin } from '../../platform/http/custom-hosts/link-origin.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { MAX_LISTED_FILES, type MailFacts, queueMail } from '../../platform/mail-transport/index.ts'
import { shownName } from '../../transfers/index.ts'
import { listItems } from '../content-store.ts'
import { findStandingRequest, type RequestRow } from '../request-store.ts'
import { listProgress } from '../submission-progress-store.ts'
import { findSupplier, type SupplierRow } from '../supplier-store.ts'
import { requestToken } from './request-token.ts'

type Needs = Pick<Context, 'masterKey' | 'config'>
type Asking = 'files-asked' | 'files-asked-again' | 'item-sent-back'

/** The language of mails to a supplier: their own where it is known, else the request's. */
export const languageFor = (
  request: Pick<RequestRow, 'language'>,
  supplier: Pick<SupplierRow, 'language'>,
): Language => ((supplier.language ?? request.language) === 'zh' ? 'zh' : 'en')

/** The full link to a supplier's own page. */
export async function ownLink(
  { masterKey, config }: Needs,
  tx: Kysely<Database>,
  request: Pick<RequestRow, 'slug' | 'account_id'>,
  supplierId: string,
): Promise<string> {
  const origin = await findLinkOrigin(tx, config, request.account_id)
  return linkTo(config, paths.request(request.slug, requestToken(masterKey, supplierId)), origin)
}

/** The common facts of all mails to a supplier. Null where the account or the request is gone. */
async function askedFacts(ctx: Needs, tx: Kysely<Database>, request: RequestRow, supplier: SupplierRow) {
  const account = await findAccount(tx, request.account_id)
  if (account === null) return null
  const [items, progress] = await Promise.all([listItems(tx, request.id), listProgress(tx, supplier.id)])
  const there = new Set(progress.flatMap(({ item_id, state }) => (state === 'sent-back' ? [] : [item_id])))
  const missing = items.filter(({ id }) => !there.has(id))
  return {
    requester: {
      address: account.email,
      name: shownName(account.full_name, account.email),
      company: shownName(account.company, account.email),
    },
    title: request.title,
    message: request.message,
    items: missing
      .slice(0, MAX_LISTED_FILES)
      .map(({ name, hint, is_required }) => ({ name, hint, isRequired: is_required })),
    itemCount: missing.length,
    dueAt: supplier.due_at?.toISOString() ?? null,
    timeZone: supplier.time_zone ?? request.deadline_zone,
    slug: request.slug,
    link: await ownLink(ctx, tx, request, supplier.id),
    isSealed: request.sealing !== null,
  } satisfies MailFacts['files-asked']
}

/** Queues a mail to a supplier, if there is still somebody to write to. */
export async function mailSupplier(
  ctx: Needs,
  tx: Kysely<Database>,
  named: { requestId: string; supplierId: string },
  mail: { template: Asking; more?: Partial<MailFacts['files-asked-again'] & MailFacts['item-sent-back']> },
): Promise<void> {
  const request = await findStandingRequest(tx, { id: named.requestId })
  const supplier = request && (await findSupplier(tx, request.id, named.supplierId))
  if (!request || !supplier?.address || supplier.kind === 'claimed') return
  const facts = await askedFacts(ctx, tx, request, supplier)
  if (facts === null) return
  await queueMail(tx, ctx, {
    template: mail.template,
    to: supplier.address,
    language: languageFor(request, supplier),
    supplierId: supplier.id,
    senderAddress: facts.requester.address,
    branding: await findPageBranding(tx, request.account_id),
    inNameOf: { accountId: request.account_id, address: facts.requester.address, name: facts.requester.name },
    facts: { ...facts, isLate: false, item: '', note: '', ...mail.more } as never,
  })
}
