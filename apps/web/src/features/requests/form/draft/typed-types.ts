import { typeOf } from '@waybill/contract/requests/item-rules'

const SEPARATORS = /[\s,;，；、]+/

/** The extensions in the text, each once, and the invalid ones. */
export function typesIn(text: string): { types: string[]; bad: string[] } {
  const types = new Set<string>()
  const bad: string[] = []
  for (const part of text.split(SEPARATORS)) {
    if (part === '') continue
    const type = typeOf(part)
    if (type === null) bad.push(part)
    else types.add(type)
  }
  return { types: [...types], bad }
}

/** Kinds of files that are often requested together. */
export const typeSets = {
  pdf: ['pdf'],
  images: ['jpg', 'png', 'heic', 'webp', 'tif'],
  sheets: ['xlsx', 'xls', 'csv'],
  texts: ['docx', 'doc', 'pdf', 'txt'],
  drawings: ['dwg', 'dxf', 'step', 'stp', 'iges', 'stl'],
} as const satisfies Record<string, readonly string[]>
export type TypeSet = keyof typeof typeSets

/** The typed text with a set's extensions added, or removed where it has all of them. */
export function withSet(text: string, set: TypeSet): string {
  const { types, bad } = typesIn(text)
  const wanted: readonly string[] = typeSets[set]
  const next = hasSet(text, set)
    ? types.filter((type) => !wanted.includes(type))
    : [...types, ...wanted.filter((type) => !types.includes(type))]
  return [...next, ...bad].join(', ')
}

/** Whether the text has all of a set's extensions. */
export const hasSet = (text: string, set: TypeSet): boolean =>
  typeSets[set].every((type) => typesIn(text).types.includes(type))
