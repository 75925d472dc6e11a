import { type ItemKind, isQuestion } from '@waybill/contract/requests/questions'
import type { Item } from '@waybill/contract/requests/shapes'
import { bytesOf, countOf, type TypedSize, typedSizeOf } from './typed-size.ts'
import { typesIn } from './typed-types.ts'

export const MOST_FILES = 1_500

/** One row of the checklist during editing: a file slot, a question, or the heading of the rows below it. */
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
  kind: ItemKind | 'section'
  /** Of a choice: an option a line. */
  options: string
  takesSeveral: boolean
}

export const isHeading = ({ kind }: Pick<ItemDraft, 'kind'>): boolean => kind === 'section'
export const isAsking = ({ kind }: Pick<ItemDraft, 'kind'>): boolean => kind !== 'section' && isQuestion(kind)

let made = 0
function nextKey(): string {
  made += 1
  return `item-${made}`
}

export const newItem = (name = '', kind: ItemDraft['kind'] = 'files'): ItemDraft => ({
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
  kind,
  options: '',
  takesSeveral: false,
})

/** The rows of a checklist, with a heading above each section. */
export function itemDraftsOf(items: ReadonlyArray<{ item: Omit<Item, '_id'>; id: string | null }>): ItemDraft[] {
  return items.flatMap(({ item, id }, nth) => {
    const isFirst = item.section !== (items[nth - 1]?.item.section ?? '')
    return isFirst ? [newItem(item.section, 'section'), itemDraftOf(item, id)] : [itemDraftOf(item, id)]
  })
}

const itemDraftOf = (item: Omit<Item, '_id'>, id: string | null): ItemDraft => ({
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
  kind: item.kind,
  options: item.options.join('\n'),
  takesSeveral: item.takesSeveral,
})

/** The same under a key of this page. */
export const rekeyed = (item: ItemDraft): ItemDraft => ({ ...newItem(), ...item, key: nextKey() })

/** The options of a choice as typed. */
export const optionsOf = ({ kind, options }: Pick<ItemDraft, 'kind' | 'options'>): string[] =>
  kind === 'choice'
    ? options
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
    : []

/** Valid rows in the wire's terms: headings become the sections of the items below them. */
export function writtenItems(items: readonly ItemDraft[]) {
  let section = ''
  return items.flatMap((item) => {
    if (item.kind !== 'section') return [{ id: item.id, item: { ...writtenItem(item), kind: item.kind, section } }]
    section = item.name.trim()
    return []
  })
}

const writtenItem = (item: ItemDraft) => ({
  name: item.name.trim(),
  hint: item.hint.trim(),
  isRequired: item.isRequired,
  ...(isAsking(item)
    ? { types: [], maxFiles: null, maxBytes: null, exampleFile: null, pattern: '' }
    : {
        types: typesIn(item.types).types,
        maxFiles: countOf(item.maxFiles, MOST_FILES),
        maxBytes: bytesOf(item.maxSize),
        exampleFile: item.example?._id ?? null,
        pattern: item.pattern.trim(),
      }),
  options: optionsOf(item),
  takesSeveral: item.takesSeveral,
})

/**
 * The list with one row moved up or down; a heading takes the rows of its section along. Unchanged where there is no
 * such position.
 */
export function moveItem(items: readonly ItemDraft[], key: string, by: -1 | 1): readonly ItemDraft[] {
  const from = items.findIndex((item) => item.key === key)
  const moved = items[from]
  if (moved === undefined) return items
  if (isHeading(moved)) return moveSection(items, from, by)
  const to = from + by
  const other = items[to]
  if (other === undefined) return items
  return items.map((item, at) => (at === from ? other : at === to ? moved : item))
}

function moveSection(items: readonly ItemDraft[], from: number, by: -1 | 1): readonly ItemDraft[] {
  // Blocks: what is above the first heading, then a heading with its rows each.
  const blocks: ItemDraft[][] = [[]]
  for (const item of items) {
    if (isHeading(item)) blocks.push([item])
    else blocks.at(-1)?.push(item)
  }
  const at = blocks.findIndex(([head]) => head === items[from])
  const [one, other] = [blocks[at], blocks[at + by]]
  if (one === undefined || other === undefined || at + by === 0) return items
  return blocks.flatMap((block, nth) => (nth === at ? other : nth === at + by ? one : block))
}

/** Another copy of one, below it. */
export function repeatItem(items: readonly ItemDraft[], key: string): readonly ItemDraft[] {
  return items.flatMap((item) => (item.key === key ? [item, { ...item, key: nextKey(), id: null }] : [item]))
}

/**
 * Each line of a pasted list becomes an item; the first fills the item into which it was pasted. Below a question come
 * questions; choices have no options yet, so theirs are short ones.
 */
export function pasteItems(items: readonly ItemDraft[], key: string, names: readonly string[]): readonly ItemDraft[] {
  const [first = '', ...others] = names
  return items.flatMap((item) => {
    if (item.key !== key) return [item]
    const kind = item.kind === 'choice' ? 'short' : isAsking(item) ? item.kind : 'files'
    return [{ ...item, name: `${item.name}${first}` }, ...others.map((name) => newItem(name, kind))]
  })
}

/** The change of a draft that changes one of its items. */
export const editingItem =
  ({ key }: ItemDraft, change: Partial<ItemDraft>) =>
  ({ items }: { items: readonly ItemDraft[] }) => ({
    items: items.map((item) => (item.key === key ? { ...item, ...change } : item)),
  })
