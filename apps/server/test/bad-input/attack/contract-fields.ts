/**
 * Every field of every call, read from the contract's own schemas: a new one gets its bad-input cases automatically.
 */
import type { z } from 'zod'
import type { Path } from '../cases/field-cases.ts'

/** The part of a schema that shows its shape. */
interface Shape {
  type: string
  innerType?: Schema
  element?: Schema
  options?: Schema[]
  in?: Schema
  shape?: Record<string, Schema>
  catchall?: Schema
}
interface Schema {
  _zod: { def: Shape }
}

export interface ObjectPlace {
  path: Path
  fields: string[]
  /** Whether it refuses unknown fields. */
  isClosed: boolean
}

const defOf = (schema: z.ZodType | Schema): Shape => (schema as unknown as Schema)._zod.def

/** The possible schemas of one value: optional ones and defaults count as given. */
function formsOf(schema: z.ZodType | Schema): Shape[] {
  const def = defOf(schema)
  if (def.type === 'union') return (def.options ?? []).flatMap(formsOf)
  const inner = def.innerType ?? def.in
  return inner ? formsOf(inner) : [def]
}

/** The paths of all fields, and of one element in each list. */
export function fieldsOf(schema: z.ZodType | Schema | undefined, at: Path = []): Path[] {
  if (!schema) return []
  return formsOf(schema).flatMap(({ type, shape, element }) => {
    if (type === 'array' && element) return [[...at, 0], ...fieldsOf(element, [...at, 0])]
    return Object.entries(shape ?? {}).flatMap(([key, inner]) => [[...at, key], ...fieldsOf(inner, [...at, key])])
  })
}

/** Every object inside, the whole itself first. */
export function objectPlaces(schema: z.ZodType | Schema | undefined, at: Path = []): ObjectPlace[] {
  if (!schema) return []
  return formsOf(schema).flatMap(({ type, shape, element, catchall }) => {
    if (type === 'array' && element) return objectPlaces(element, [...at, 0])
    if (type !== 'object' || !shape) return []
    const isClosed = catchall !== undefined && defOf(catchall).type === 'never'
    const inside = Object.entries(shape).flatMap(([key, inner]) => objectPlaces(inner, [...at, key]))
    return [{ path: at, fields: Object.keys(shape), isClosed }, ...inside]
  })
}

/** Top-level fields that are accepted and ignored: the wire format has them, the server owns them. */
export const ignoredFields = (schema: z.ZodType | undefined): string[] =>
  Object.entries(schema ? (defOf(schema).shape ?? {}) : {}).flatMap(([key, inner]) =>
    formsOf(inner).every(({ type }) => type === 'unknown') ? [key] : [],
  )
