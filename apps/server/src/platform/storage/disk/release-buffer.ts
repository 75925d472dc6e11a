const WORTH_RELEASING_BYTES = 4 * 1024

/**
 * Releases a buffer's memory immediately instead of at a later collection: streaming gigabytes through fresh buffers
 * otherwise drives the collector, which then costs more than the encryption. The buffer is empty afterwards. Does
 * nothing for a buffer that shares its memory with others.
 */
export function releaseBuffer(buffer: Uint8Array): void {
  const memory = buffer.buffer
  if (buffer.byteLength < WORTH_RELEASING_BYTES || buffer.byteLength !== memory.byteLength) return
  if (memory instanceof ArrayBuffer) memory.transfer(0)
}
