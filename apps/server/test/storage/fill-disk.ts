/**
 * Fills the disk under the given folder (a small tmpfs) through the disk store, six parts at a time, then makes room
 * again; prints the results as JSON. disk-full.test.ts runs it in its own mount namespace.
 */
import { randomBytes } from 'node:crypto'
import { masterKeyOf } from '../../src/platform/config/master-key.ts'
import type { StoredPart } from '../../src/platform/storage/blob-port.ts'
import { openDiskStore } from '../../src/platform/storage/disk/disk-adapter.ts'
import { bodyOf, bytesOf, MIB, partsOf, readSpan } from './blobs.ts'

const dir = process.argv[2] as string
const store = await openDiskStore({ dir, masterKey: masterKeyOf(randomBytes(32)) })
const whole = bytesOf(48 * MIB)
const ref = await store.create(whole.length, 2 * MIB)
const freeBefore = await store.freeBytes()
const parts: StoredPart[] = []
const refusals: string[] = []

const queue = partsOf(ref)
async function sendNext(): Promise<void> {
  for (let span = queue.shift(); span; span = queue.shift()) {
    const bytes = whole.subarray(span.offset, span.offset + span.bytes)
    try {
      parts.push({ ...span, ...(await store.writePart(ref, span, bodyOf(bytes))) })
    } catch (error) {
      refusals.push(String(error))
    }
  }
}
await Promise.all(Array.from({ length: 6 }, sendNext))

let intact = 0
for (const part of parts) {
  const read = await readSpan(store, { ref, parts: [part] }, part)
  if (read.equals(whole.subarray(part.offset, part.offset + part.bytes))) intact++
}
const freeWhenFull = await store.freeBytes()
await store.remove(ref)
const again = await store.create(MIB, MIB)
await store.writePart(again, { offset: 0, bytes: MIB }, bodyOf(whole.subarray(0, MIB)))
process.stdout.write(JSON.stringify({ freeBefore, freeWhenFull, acknowledged: parts.length, intact, refusals }))
