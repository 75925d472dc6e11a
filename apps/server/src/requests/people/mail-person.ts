import type { Language } from '@waybill/contract/core/fields'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import { findAccount } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { MAX_LISTED_FILES, type MailFacts, queueMail } from '../../platform/mail-transport/index.ts'
import { shownName } from '../../transfers/index.ts'
import { listItems } from '../item-store.ts'
import { findStandingRequest, type RequestRow } from '../request-store.ts'
import { listProgress } from '../review/progress-store.ts'
import { findPerson, type PersonRow } from './person-store.ts'
import { requestToken } from './request-token.ts'

type Needs = Pick<Context, 'masterKey' | 'config'>
type Asking = 'files-asked' | 'files-asked-again' | 'item-sent-back'

/** The language somebody is written in: their own where it is known, else the one the request is asked in. */
export const languageFor = (request: Pick<RequestRow, 'language'>, person: Pick<PersonRow, 'language'>): Language =>
  (person.language ?? request.language) === 'zh' ? 'zh' : 'en'

/** The full link of somebody's own page. */
export const ownLink = ({ masterKey, config }: Needs, request: Pick<RequestRow, 'slug'>, personId: string): string =>
  linkTo(config, paths.request(request.slug, requestToken(masterKey, personId)))

/** What every mail to somebody who is asked says. Null where the account or the request is gone. */
async function askedFacts(ctx: Needs, tx: Kysely<Database>, request: RequestRow, person: PersonRow) {
  const account = await findAccount(tx, request.account_id)
  if (account === null) return null
  const [items, progress] = await Promise.all([listItems(tx, request.id), listProgress(tx, person.id)])
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
    dueAt: person.due_at?.toISOString() ?? null,
    timeZone: person.time_zone ?? request.deadline_zone,
    slug: request.slug,
    link: ownLink(ctx, request, person.id),
    isSealed: request.sealing !== null,
  } satisfies MailFacts['files-asked']
}

/** Queues a mail to somebody who is asked, where there is somebody to write to still. */
export async function mailPerson(
  ctx: Needs,
  tx: Kysely<Database>,
  named: { requestId: string; personId: string },
  mail: { template: Asking; more?: Partial<MailFacts['files-asked-again'] & MailFacts['item-sent-back']> },
): Promise<void> {
  const request = await findStandingRequest(tx, { id: named.requestId })
  const person = request && (await findPerson(tx, request.id, named.personId))
  if (!request || !person?.address || person.kind === 'claimed') return
  const facts = await askedFacts(ctx, tx, request, person)
  if (facts === null) return
  await queueMail(tx, ctx, {
    template: mail.template,
    to: person.address,
    language: languageFor(request, person),
    personId: person.id,
    senderAddress: facts.requester.address,
    facts: { ...facts, isLate: false, item: '', note: '', ...mail.more } as never,
  })
}
