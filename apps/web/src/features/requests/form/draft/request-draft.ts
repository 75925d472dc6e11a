import type { BodyOf, Endpoints } from '@waybill/contract'
import type { Language } from '@waybill/contract/core/fields'
import type { IdentityRule, RequestRecord, RequestSettings, TemplateContent } from '@waybill/contract/requests/shapes'
import type { SupplierNoun } from '@waybill/contract/requests/supplier-noun'
import { type ItemDraft, itemDraftOf, MOST_FILES, writtenItem } from './item-draft.ts'
import { bytesOf, countOf, type TypedSize, typedSizeOf } from './typed-size.ts'
import { typesIn } from './typed-types.ts'

/** Somebody who is asked by mail. '' is what nobody has said. */
export interface SupplierDraft {
  email: string
  name: string
  company: string
  timeZone: string
  lang: Language | ''
}

/** A request as it stands in its form: what is typed, whole or not. Nothing in it changes in place. */
export interface RequestDraft {
  title: string
  message: string
  items: readonly ItemDraft[]
  suppliers: readonly SupplierDraft[]
  /** Behind the last of the addresses. */
  suppliersText: string
  badSuppliers: readonly string[]
  isOpenLink: boolean
  identity: IdentityRule
  supplierNoun: SupplierNoun
  /** Null keeps the one there is, or none. '' takes it away. */
  password: string | null
  /** Whether files are to come sealed. Its passphrase is never part of a draft. */
  isSealed: boolean
  /** 'YYYY-MM-DDTHH:mm'; '' is none. */
  dueAt: string
  zone: string
  rule: 'fixed' | 'supplier'
  reminders: boolean
  reminderDays: readonly number[]
  /** Null leaves the end where it is. */
  expirySeconds: number | null
  submissionSize: TypedSize
  submissionFiles: string
  types: string
  folder: string
  lang: Language
}

/** What an account's new request begins with. */
export function emptyRequestDraft(settings: RequestSettings, zone: string): RequestDraft {
  return {
    title: '',
    message: '',
    items: [],
    suppliers: [],
    suppliersText: '',
    badSuppliers: [],
    isOpenLink: true,
    identity: settings.identity,
    supplierNoun: settings.supplierNoun,
    password: null,
    isSealed: false,
    dueAt: '',
    zone,
    rule: settings.deadlineRule,
    reminders: settings.reminders,
    reminderDays: settings.reminderDays,
    expirySeconds: settings.expirySeconds,
    submissionSize: typedSizeOf(null),
    submissionFiles: '',
    types: '',
    folder: '',
    lang: settings.language,
  }
}

type Kept = Pick<
  RequestRecord,
  | 'title'
  | 'message'
  | 'identity'
  | 'isOpenLink'
  | 'deadline'
  | 'reminders'
  | 'reminderDays'
  | 'maxSubmissionBytes'
  | 'maxSubmissionFiles'
  | 'types'
  | 'folder'
>

const keptFields = (of: Kept, zone: string) => ({
  title: of.title,
  message: of.message,
  isOpenLink: of.isOpenLink,
  identity: of.identity,
  dueAt: of.deadline?.at ?? '',
  zone: of.deadline?.zone ?? zone,
  rule: of.deadline?.rule ?? 'fixed',
  reminders: of.reminders,
  reminderDays: of.reminderDays,
  submissionSize: typedSizeOf(of.maxSubmissionBytes),
  submissionFiles: of.maxSubmissionFiles === null ? '' : String(of.maxSubmissionFiles),
  types: of.types.join(', '),
  folder: of.folder,
})

/** A request as it stands, to be changed. */
export function draftOfRecord(record: RequestRecord, settings: RequestSettings, zone: string): RequestDraft {
  return {
    ...emptyRequestDraft(settings, zone),
    ...keptFields(record, zone),
    items: record.items.map((item) => itemDraftOf(item, item._id)),
    supplierNoun: record.supplierNoun,
    isSealed: record.isSealed,
    expirySeconds: null,
    lang: record.lang,
  }
}

/**
 * A template's content in the place of the draft's; whoever is asked stays, and a deadline that has passed does not
 * come.
 */
export function withTemplate(draft: RequestDraft, content: TemplateContent, nowLocal: string): RequestDraft {
  const kept = keptFields(content, draft.zone)
  return {
    ...draft,
    ...kept,
    dueAt: kept.dueAt > nowLocal ? kept.dueAt : draft.dueAt,
    items: content.items.map(({ exampleFile = null, ...item }) =>
      itemDraftOf({ ...item, exampleFile: exampleFile ? { _id: exampleFile, fileName: '', bytes: 0 } : null }, null),
    ),
    supplierNoun: content.supplierNoun ?? draft.supplierNoun,
    isSealed: content.isSealed,
    expirySeconds: content.expirySeconds ?? draft.expirySeconds,
    lang: content.lang ?? draft.lang,
  }
}

/** What a good draft says, in the wire's words. */
function contentOf(draft: RequestDraft) {
  return {
    title: draft.title.trim(),
    message: draft.message.trim(),
    lang: draft.lang,
    identity: draft.identity,
    supplierNoun: draft.supplierNoun,
    isOpenLink: draft.isOpenLink,
    deadline: draft.dueAt === '' ? null : { at: draft.dueAt, zone: draft.zone, rule: draft.rule },
    reminders: draft.reminders,
    reminderDays: [...draft.reminderDays],
    maxSubmissionBytes: bytesOf(draft.submissionSize),
    maxSubmissionFiles: countOf(draft.submissionFiles, MOST_FILES),
    types: typesIn(draft.types).types,
    folder: draft.folder.trim(),
    ...(draft.expirySeconds === null ? {} : { expirySeconds: draft.expirySeconds }),
  }
}

/** The body that makes it, but for the key of a sealed one. */
export function creationOf(draft: RequestDraft): BodyOf<Endpoints['createRequest']> {
  return {
    ...contentOf(draft),
    ...(draft.password ? { password: draft.password } : {}),
    items: draft.items.map(writtenItem),
    suppliers: draft.suppliers.map(({ email, name, company, timeZone, lang }) => ({
      email,
      ...(name.trim() ? { name: name.trim() } : {}),
      ...(company.trim() ? { company: company.trim() } : {}),
      ...(timeZone ? { timeZone } : {}),
      ...(lang ? { lang } : {}),
    })),
  }
}

/** The body that makes the record what the draft says: only what differs, so that nobody else's change is undone. */
export function changesOf(draft: RequestDraft, before: RequestDraft): BodyOf<Endpoints['editRequest']> {
  const written = (of: RequestDraft) => ({
    ...contentOf(of),
    items: of.items.map((item) => ({ ...(item.id ? { _id: item.id } : {}), ...writtenItem(item) })),
  })
  const old: Record<string, unknown> = written(before)
  const changed = Object.entries(written(draft)).filter(
    ([key, now]) => JSON.stringify(now) !== JSON.stringify(old[key]),
  )
  return {
    ...Object.fromEntries(changed),
    ...(draft.password === null ? {} : { password: draft.password || null }),
  }
}

/** What a template keeps of it: everything but who is asked, the password and the key. */
export const templateOf = (draft: RequestDraft): TemplateContent => ({
  ...contentOf(draft),
  isSealed: draft.isSealed,
  items: draft.items.map(writtenItem),
})

/** Whether the two say the same to whoever reads the form. */
export const isSameDraft = (one: RequestDraft, other: RequestDraft): boolean =>
  JSON.stringify({ ...one, items: one.items.map(plain) }) ===
  JSON.stringify({ ...other, items: other.items.map(plain) })

const plain = ({ key, ...item }: ItemDraft) => item
