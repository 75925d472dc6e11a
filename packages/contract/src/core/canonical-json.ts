export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/**
 * JSON in its one canonical form (RFC 8785): names sorted by their UTF-16 units, no spaces, numbers and strings as
 * JavaScript writes them. Throws for values that JSON does not have.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value)
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object') throw new TypeError(`JSON has no ${typeof value}`)
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}
