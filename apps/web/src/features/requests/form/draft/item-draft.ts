import type { Item } from '@waybill/contract/requests/shapes'
import { bytesOf, countOf, type TypedSize, typedSizeOf } from './typed-size.ts'
import { typesIn } from './typed-types.ts'

export const MOST_FILES = 1_500

/** One row of the checklist during editing. */
export interface ItemDraft {
  /** Its own key in this form, independent of its position. */
  key: string
  /** The server's id; null where it is new. */
  id: string | null
  name: string
  hint: string
  isRequired: boolean
  types: string
  maxFiles: string
  maxSize: TypedSize
  /** `fileName` is '' where it is unknown. */
  example: { _id: string; fileName: string; bytes: number } | null
  pattern: string
}

let made = 0
function nextKey(): string {
  made += 1
  return `item-${made}`
}

export const newItem = (name = ''): ItemDraft => ({
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

export const itemDraftOf = (item: Omit<Item, '_id'>, id: string | null): ItemDraft => ({
  key: nextKey(),
  id,
  name: item.name,
  hint: item.hint,
  isRequired: item.isRequired,
  types: item.types.join(', '),
  maxFiles: item.maxFiles === null ? '' : String(item.maxFiles),
  maxSize: typedSizeOf(item.maxBytes),
  example: item.exampleFile,
  pattern: item.pattern,
})

/** The same under a key of this page. */
export const rekeyed = (item: ItemDraft): ItemDraft => ({ ...item, key: nextKey() })

/** A valid one in the wire's terms. */
export const writtenItem = (item: ItemDraft) => ({
  name: item.name.trim(),
  hint: item.hint.trim(),
  isRequired: item.isRequired,
  types: typesIn(item.types).types,
  maxFiles: countOf(item.maxFiles, MOST_FILES),
  maxBytes: bytesOf(item.maxSize),
  exampleFile: item.example?._id ?? null,
  pattern: item.pattern.trim(),
})

/** The list with one item moved up or down; unchanged where there is no such position. */
export function moveItem(items: readonly ItemDraft[], key: string, by: -1 | 1): readonly ItemDraft[] {
  const from = items.findIndex((item) => item.key === key)
  const to = from + by
  const [one, other] = [items[from], items[to]]
  if (one === undefined || other === undefined) return items
  return items.map((item, at) => (at === from ? other : at === to ? one : item))
}

/** Another copy of one, below it. */
export function repeatItem(items: readonly ItemDraft[], key: string): readonly ItemDraft[] {
  return items.flatMap((item) => (item.key === key ? [item, { ...item, key: nextKey(), id: null }] : [item]))
}

/** Each line of a pasted list becomes an item; the first fills the item into which it was pasted. */
export function pasteItems(items: readonly ItemDraft[], key: string, names: readonly string[]): readonly ItemDraft[] {
  const [first = '', ...others] = names
  return items.flatMap((item) =>
    item.key === key ? [{ ...item, name: `${item.name}${first}` }, ...others.map((name) => newItem(name))] : [item],
  )
}

/** The change of a draft that changes one of its items. */
export const editingItem =
  ({ key }: ItemDraft, change: Partial<ItemDraft>) =>
  ({ items }: { items: readonly ItemDraft[] }) => ({
    items: items.map((item) => (item.key === key ? { ...item, ...change } : item)),
  })
