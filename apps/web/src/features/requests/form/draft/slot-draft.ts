import type { Slot } from '@waybill/contract/requests/shapes'
import { bytesOf, countOf, type TypedSize, typedSizeOf } from './typed-size.ts'
import { typesIn } from './typed-types.ts'

export const MOST_FILES = 1_500

/** One line of the checklist as it is being written. */
export interface SlotDraft {
  /** Its own in this form, whatever its place. */
  key: string
  /** The server's; null where it is new. */
  id: string | null
  name: string
  hint: string
  isRequired: boolean
  types: string
  maxFiles: string
  maxSize: TypedSize
  /** `fileName` is '' where it is not known. */
  example: { _id: string; fileName: string; bytes: number } | null
  pattern: string
}

let made = 0
function nextKey(): string {
  made += 1
  return `slot-${made}`
}

export const newSlot = (name = ''): SlotDraft => ({
  key: nextKey(),
  id: null,
  name,
  hint: '',
  isRequired: true,
  types: '',
  maxFiles: '',
  maxSize: typedSizeOf(null),
  example: null,
  pattern: '',
})

export const slotDraftOf = (slot: Omit<Slot, '_id'>, id: string | null): SlotDraft => ({
  key: nextKey(),
  id,
  name: slot.name,
  hint: slot.hint,
  isRequired: slot.isRequired,
  types: slot.types.join(', '),
  maxFiles: slot.maxFiles === null ? '' : String(slot.maxFiles),
  maxSize: typedSizeOf(slot.maxBytes),
  example: slot.exampleFile,
  pattern: slot.pattern,
})

/** The same under a key of this page's. */
export const rekeyed = (slot: SlotDraft): SlotDraft => ({ ...slot, key: nextKey() })

/** A good one in the wire's words. */
export const writtenSlot = (slot: SlotDraft) => ({
  name: slot.name.trim(),
  hint: slot.hint.trim(),
  isRequired: slot.isRequired,
  types: typesIn(slot.types).types,
  maxFiles: countOf(slot.maxFiles, MOST_FILES),
  maxBytes: bytesOf(slot.maxSize),
  exampleFile: slot.example?._id ?? null,
  pattern: slot.pattern.trim(),
})

/** The list with one of it a place up or down; as it was where there is no such place. */
export function moveSlot(slots: readonly SlotDraft[], key: string, by: -1 | 1): readonly SlotDraft[] {
  const from = slots.findIndex((slot) => slot.key === key)
  const to = from + by
  const [one, other] = [slots[from], slots[to]]
  if (one === undefined || other === undefined) return slots
  return slots.map((slot, at) => (at === from ? other : at === to ? one : slot))
}

/** Another copy of one, under it. */
export function repeatSlot(slots: readonly SlotDraft[], key: string): readonly SlotDraft[] {
  return slots.flatMap((slot) => (slot.key === key ? [slot, { ...slot, key: nextKey(), id: null }] : [slot]))
}

/** Each line of a pasted list becomes an item; the first of them fills the one that was pasted into. */
export function pasteSlots(slots: readonly SlotDraft[], key: string, names: readonly string[]): readonly SlotDraft[] {
  const [first = '', ...others] = names
  return slots.flatMap((slot) =>
    slot.key === key ? [{ ...slot, name: `${slot.name}${first}` }, ...others.map((name) => newSlot(name))] : [slot],
  )
}

/** The change of a draft that changes one of its items. */
export const editingSlot =
  ({ key }: SlotDraft, change: Partial<SlotDraft>) =>
  ({ slots }: { slots: readonly SlotDraft[] }) => ({
    slots: slots.map((slot) => (slot.key === key ? { ...slot, ...change } : slot)),
  })
