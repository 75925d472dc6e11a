import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHUNK_LEAVES, leafHash, pathOf, rootFrom, rootOf } from './merkle.ts'

const leavesOf = (count: number) => Array.from({ length: count }, (_, nth) => leafHash(`leaf ${nth}`))
const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

test('hashes trees as in RFC 6962', () => {
  const [a, b, c] = leavesOf(3) as [Buffer, Buffer, Buffer]
  expect(a).toEqual(sha256(Buffer.of(0), Buffer.from('leaf 0')))
  expect(rootOf([a])).toEqual(a)
  expect(rootOf([a, b, c])).toEqual(sha256(Buffer.of(1), sha256(Buffer.of(1), a, b), c))
  // The test vector of the RFC's own implementation: eight leaves.
  const given = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
  const hashes = given.map((hex) => sha256(Buffer.of(0), Buffer.from(hex, 'hex')))
  expect(rootOf(hashes).toString('hex')).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328')
  expect(rootOf(hashes.slice(0, 7)).toString('hex')).toBe(
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  )
})

test('leads from every leaf to the root by its path, and from no other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), fc.nat(), (count, some, other) => {
      const [leaves, index] = [leavesOf(count), some % count]
      const [path, root] = [pathOf(leaves, index), rootOf(leaves)]
      const leaf = leaves[index] as Buffer
      expect(rootFrom(leaf, path, index, count)).toEqual(root)
      expect(rootFrom(leafHash('forged'), path, index, count)).not.toEqual(root)
      const elsewhere = other % count
      if (elsewhere !== index) expect(rootFrom(leaf, path, elsewhere, count)).not.toEqual(root)
      expect(rootFrom(leaf, [...path, root], index, count)).toBeNull()
      expect(rootFrom(leaf, path, count, count)).toBeNull()
    }),
  )
})

test.each([1, 1_023, 1_024, 1_025, 2_048, 2_049, 3_500])('builds the same tree from %i leaves in chunks', (count) => {
  const leaves = leavesOf(count)
  const chunks = Array.from({ length: Math.ceil(count / CHUNK_LEAVES) }, (_, nth) =>
    leaves.slice(nth * CHUNK_LEAVES, (nth + 1) * CHUNK_LEAVES),
  )
  const nodes = chunks.map(rootOf)
  expect(rootOf(nodes)).toEqual(rootOf(leaves))
  for (const index of [0, count >> 1, count - 1]) {
    const nth = Math.floor(index / CHUNK_LEAVES)
    const path = [...pathOf(chunks[nth] ?? [], index % CHUNK_LEAVES), ...pathOf(nodes, nth)]
    expect(path).toEqual(pathOf(leaves, index))
    expect(rootFrom(leaves[index] as Buffer, path, index, count)).toEqual(rootOf(leaves))
  }
})
