import type { BodyOf, Endpoints } from '@waybill/contract'
import type { Language } from '@waybill/contract/core/fields'
import type { ReadyTemplate } from '@waybill/contract/requests/gallery/ready'
import type { IdentityRule, RequestRecord, RequestSettings, TemplateContent } from '@waybill/contract/requests/shapes'
import type { SupplierNoun } from '@waybill/contract/requests/supplier-noun'
import { type ItemDraft, itemDraftsOf, MOST_FILES, writtenItems } from './item-draft.ts'
import { bytesOf, countOf, type TypedSize, typedSizeOf } from './typed-size.ts'
import { typesIn } from './typed-types.ts'

/** A supplier to invite by mail. '' is a value that nobody has given. */
export interface SupplierDraft {
  email: string
  name: string
  company: string
  timeZone: string
  lang: Language | ''
}

/** A request during editing: what is typed, complete or not. It is immutable. */
export interface RequestDraft {
  title: string
  message: string
  items: readonly ItemDraft[]
  suppliers: readonly SupplierDraft[]
  /** After the last of the addresses. */
  suppliersText: string
  badSuppliers: readonly string[]
  isOpenLink: boolean
  identity: IdentityRule
  supplierNoun: SupplierNoun
  /** Null keeps the existing one, or none. '' removes it. */
  password: string | null
  /** Whether files must be sealed. The passphrase is never part of a draft. */
  isSealed: boolean
  /** 'YYYY-MM-DDTHH:mm'; '' is none. */
  dueAt: string
  zone: string
  rule: 'fixed' | 'supplier'
  reminders: boolean
  reminderDays: readonly number[]
  /** Null keeps the expiry. */
  expirySeconds: number | null
  submissionSize: TypedSize
  submissionFiles: string
  types: string
  folder: string
  lang: Language
}

/** The defaults of an account's new request. */
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

/** The current request, for an edit. */
export function draftOfRecord(record: RequestRecord, settings: RequestSettings, zone: string): RequestDraft {
  return {
    ...emptyRequestDraft(settings, zone),
    ...keptFields(record, zone),
    items: itemDraftsOf(record.items.map((item) => ({ item, id: item._id }))),
    supplierNoun: record.supplierNoun,
    isSealed: record.isSealed,
    expirySeconds: null,
    lang: record.lang,
  }
}

/** Replaces the draft's content with a template's; the suppliers stay, and a passed deadline is left out. */
export function withTemplate(draft: RequestDraft, content: TemplateContent, nowLocal: string): RequestDraft {
  const kept = keptFields(content, draft.zone)
  return {
    ...draft,
    ...kept,
    dueAt: kept.dueAt > nowLocal ? kept.dueAt : draft.dueAt,
    items: itemDraftsOf(
      content.items.map(({ exampleFile = null, ...item }) => ({
        item: { ...item, exampleFile: exampleFile ? { _id: exampleFile, fileName: '', bytes: 0 } : null },
        id: null,
      })),
    ),
    supplierNoun: content.supplierNoun ?? draft.supplierNoun,
    isSealed: content.isSealed,
    expirySeconds: content.expirySeconds ?? draft.expirySeconds,
    lang: content.lang ?? draft.lang,
  }
}

/** A draft with a ready template's title, message and checklist, in its language. */
export const withReady = (draft: RequestDraft, ready: ReadyTemplate, lang: Language): RequestDraft => ({
  ...draft,
  title: ready.title,
  message: ready.message,
  items: itemDraftsOf(ready.items.map((item) => ({ item, id: null }))),
  lang,
})

/** The contents of a valid draft, in the wire's terms. */
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

/** The body that makes it, without the key of a sealed one. */
export function creationOf(draft: RequestDraft): BodyOf<Endpoints['createRequest']> {
  return {
    ...contentOf(draft),
    ...(draft.password ? { password: draft.password } : {}),
    items: writtenItems(draft.items).map(({ item }) => item),
    suppliers: draft.suppliers.map(({ email, name, company, timeZone, lang }) => ({
      email,
      ...(name.trim() ? { name: name.trim() } : {}),
      ...(company.trim() ? { company: company.trim() } : {}),
      ...(timeZone ? { timeZone } : {}),
      ...(lang ? { lang } : {}),
    })),
  }
}

/** The body that turns the record into the draft: only the differences, so that it undoes nobody else's change. */
export function changesOf(draft: RequestDraft, before: RequestDraft): BodyOf<Endpoints['editRequest']> {
  const written = (of: RequestDraft) => ({
    ...contentOf(of),
    items: writtenItems(of.items).map(({ id, item }) => ({ ...(id ? { _id: id } : {}), ...item })),
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

/** What a template stores of it: everything except suppliers, password and key. */
export const templateOf = (draft: RequestDraft): TemplateContent => ({
  ...contentOf(draft),
  isSealed: draft.isSealed,
  items: writtenItems(draft.items).map(({ item }) => item),
})

/** Whether the two look the same in the form. */
export const isSameDraft = (one: RequestDraft, other: RequestDraft): boolean =>
  JSON.stringify({ ...one, items: one.items.map(plain) }) ===
  JSON.stringify({ ...other, items: other.items.map(plain) })

const plain = ({ key, ...item }: ItemDraft) => item
