import type { ItemKind } from '../questions.ts'

/**
 * Ready templates: a checklist for a common purpose, in both languages. They are data in `ready-en.ts` and
 * `ready-zh.ts`, which the form loads when somebody opens the gallery. A chosen one fills the form, like an account's
 * own template, and can be edited there.
 */
export const readyIds = [
  'supplier-onboarding',
  'export-documents',
  'customs',
  'tax-return',
  'payroll',
  'tenancy',
  'hiring',
  'kyc',
  'insurance-claim',
  'photo-shoot',
] as const
export type ReadyId = (typeof readyIds)[number]

/** An item in the shape of a template's. */
export interface ReadyItem {
  name: string
  hint: string
  isRequired: boolean
  types: string[]
  maxFiles: number | null
  maxBytes: null
  exampleFile: null
  pattern: string
  kind: ItemKind
  options: string[]
  takesSeveral: boolean
  section: string
}

export interface ReadyTemplate {
  id: ReadyId
  name: string
  /** Who uses it, in a sentence. */
  about: string
  title: string
  message: string
  items: ReadyItem[]
}

type Draft = Omit<ReadyItem, 'section'>

const plain: Draft = {
  name: '',
  hint: '',
  isRequired: true,
  types: [],
  maxFiles: null,
  maxBytes: null,
  exampleFile: null,
  pattern: '',
  kind: 'files',
  options: [],
  takesSeveral: false,
}

const SCANS = ['pdf', 'jpg', 'png']
const TYPES = {
  any: [],
  scan: SCANS,
  pdf: ['pdf'],
  text: ['pdf', 'docx'],
  sheet: ['xlsx', 'csv', 'pdf'],
  photo: ['jpg', 'png', 'heic'],
} as const satisfies Record<string, readonly string[]>

/** A file slot. */
export const file = (name: string, hint: string, types: keyof typeof TYPES = 'scan', maxFiles?: number): Draft => ({
  ...plain,
  name,
  hint,
  types: [...TYPES[types]],
  maxFiles: maxFiles ?? null,
})
/** A question for a line, a text, or a day. */
export const ask = (name: string, hint = '', kind: 'short' | 'long' | 'date' = 'short'): Draft => ({
  ...plain,
  name,
  hint,
  kind,
})
export const choose = (name: string, options: string[], hint = ''): Draft => ({
  ...plain,
  name,
  hint,
  kind: 'choice',
  options,
})
export const chooseSome = (name: string, options: string[], hint = ''): Draft => ({
  ...choose(name, options, hint),
  takesSeveral: true,
})
export const optional = (item: Draft): Draft => ({ ...item, isRequired: false })

/** The items of a heading. */
export const under = (section: string, ...items: Draft[]): ReadyItem[] => items.map((item) => ({ ...item, section }))
