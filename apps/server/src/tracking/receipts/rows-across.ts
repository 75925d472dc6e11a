/** Between threads a Buffer arrives as plain bytes: this makes it a Buffer again, at any depth. */
export function withBuffers(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return value.map(withBuffers)
  if (value === null || typeof value !== 'object' || value instanceof Date || value instanceof Map) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withBuffers(member)]))
}
