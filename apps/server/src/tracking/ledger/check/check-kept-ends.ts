import type { Context } from '../../../context.ts'
import { publicKeysById } from '../../../platform/signing/index.ts'
import {
  type AnchoredHead,
  eachAnchor,
  findAnchor,
  findAnchorBefore,
  findNewestHead,
  findTornAnchor,
  listContradicted,
} from '../anchors/anchor-store.ts'
import { judgeAnchor } from '../anchors/judge-anchor.ts'
import { leafHash, rootFrom } from '../anchors/merkle.ts'
import { headText } from '../chain.ts'
import { readPath } from '../read-path.ts'
import { isHeadSigned, type SignedHead } from './judge-head.ts'

/** Signatures to check before another call gets its turn: some two milliseconds. */
const ANCHORS_AT_ONCE = 20

/** A ledger as read by a caller. */
export interface ReadLedger extends SignedHead {
  /** When its first entry happened. */
  from: Date
}

/** What contradicts a ledger: its own end, which no key signed, or an anchor. */
export type EndFault = { because: 'head' } | { because: 'anchor'; anchor: number }

type Keys = Awaited<ReturnType<typeof publicKeysById>>

/**
 * Compares one ledger with its signed end and its anchors; null where nothing contradicts it. The newest anchored head
 * covers all before it, so that one chunk of leaves is read; for each later anchor a few lookups show that no leaf of
 * the ledger was removed.
 */
export async function checkKeptEnds(
  { db, masterKey }: Pick<Context, 'db' | 'masterKey'>,
  ledger: ReadLedger,
): Promise<EndFault | null> {
  const keys = await publicKeysById({ db, masterKey })
  if (!isHeadSigned(ledger, keys)) return { because: 'head' }
  const { transferId, from } = ledger
  const [contradicted] = await listContradicted(db, { transferId, limit: 1 })
  if (contradicted) return { because: 'anchor', anchor: contradicted.anchor }
  const leaf = await findNewestHead(db, transferId)
  if (leaf && !(await isProven(db, leaf, keys))) return { because: 'anchor', anchor: leaf.anchor }
  const after = leaf?.anchor ?? (await findAnchorBefore(db, from))
  const broken = (await findTornAnchor(db, transferId, after)) ?? (await findUnsigned(db, after, keys))
  return broken === null ? null : { because: 'anchor', anchor: broken }
}

/** Whether a valid anchor covers this head. */
async function isProven(db: Context['db'], leaf: AnchoredHead, keys: Keys): Promise<boolean> {
  const anchor = await findAnchor(db, leaf.anchor)
  if (anchor === undefined || judgeAnchor(anchor, keys) !== null) return false
  const path = await readPath(db, anchor, leaf.position)
  const root = rootFrom(leafHash(headText(leaf)), path, leaf.position, anchor.count)
  return root?.equals(anchor.root) ?? false
}

/** The first anchor after a given one that is invalid in itself: its number of leaves cannot be trusted. */
async function findUnsigned(db: Context['db'], after: number, keys: Keys): Promise<number | null> {
  for await (const anchor of eachAnchor(db, { after, perPage: ANCHORS_AT_ONCE })) {
    if (judgeAnchor(anchor, keys) !== null) return anchor.number
  }
  return null
}
