import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { type AnchorRow, readChunk } from './anchors/anchor-store.ts'
import { CHUNK_LEAVES, leafHash, pathOf, splitHashes } from './anchors/merkle.ts'
import { headText } from './chain.ts'

/** The path from a leaf of an anchor to its root: reads one chunk of leaves, whatever the size of the tree. */
export async function readPath(db: Kysely<Database>, anchor: AnchorRow, position: number): Promise<Buffer[]> {
  const chunk = Math.floor(position / CHUNK_LEAVES)
  const beside = (await readChunk(db, anchor.number, chunk)).map((one) => leafHash(headText(one)))
  return [...pathOf(beside, position % CHUNK_LEAVES), ...pathOf(splitHashes(anchor.nodes), chunk)]
}
