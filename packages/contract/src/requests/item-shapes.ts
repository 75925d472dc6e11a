import { z } from 'zod'
import { bytes, id, label, prose, text } from '../core/fields.ts'
import { MAX_TYPES } from './item-rules.ts'
import { itemKinds, MAX_OPTIONS, OPTION_MAX_CHARS } from './questions.ts'

/** The items of a checklist: as a requester types them, and as both sides read them. */
export const types = z.array(text(20)).max(MAX_TYPES)

export const itemFields = {
  name: label(120),
  /** What the item asks for, in a sentence. */
  hint: prose(500).default(''),
  isRequired: z.boolean().default(true),
  /** Extensions without their dot; an empty list accepts every type. */
  types: types.default([]),
  /** Per supplier; null: no limit. */
  maxFiles: z.int().min(1).max(1_500).nullable().default(null),
  /** Of each file. */
  maxBytes: bytes.min(1).nullable().default(null),
  /** A file of the library, shown as an example. */
  exampleFile: id.nullable().default(null),
  /** See `rename-pattern.ts`; '' keeps names. */
  pattern: text(500).default(''),
  /** Files, or a question: see `questions.ts`. It cannot change later. */
  kind: z.enum(itemKinds).default('files'),
  /** Of a choice: what a supplier can pick. */
  options: z.array(label(OPTION_MAX_CHARS)).max(MAX_OPTIONS).default([]),
  /** Whether a choice takes several options. */
  takesSeveral: z.boolean().default(false),
  /** The heading above it: neighbours with the same one are a section. '' is none. */
  section: label(120).default(''),
}
/** An item with an `_id` is changed; one without it is new. */
export const typedItem = z.strictObject({ _id: id.optional(), ...itemFields })

/** What suppliers and requesters read of an item. */
export const shownItem = {
  _id: id,
  name: z.string(),
  hint: z.string(),
  isRequired: z.boolean(),
  types: z.array(z.string()),
  maxFiles: z.int().nullable(),
  maxBytes: bytes.nullable(),
  kind: z.enum(itemKinds),
  options: z.array(z.string()),
  takesSeveral: z.boolean(),
  section: z.string(),
}

export const item = z.object({
  ...shownItem,
  exampleFile: z.object({ _id: id, fileName: z.string(), bytes }).nullable(),
  pattern: z.string(),
})
