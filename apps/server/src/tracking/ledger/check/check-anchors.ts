import type { Context } from '../../../context.ts'
import { publicKeysById } from '../../../platform/signing/index.ts'
import type { Finding } from '../../../uploads/index.ts'
import { type AnchorRow, eachAnchor, listContradicted } from '../anchors/anchor-store.ts'
import { NO_ANCHOR } from '../anchors/anchor-text.ts'
import { judgeAnchor } from '../anchors/judge-anchor.ts'
import { nodesOf } from '../anchors/make-anchor.ts'
import { HASH_BYTES, rootOf } from '../anchors/merkle.ts'

const MOST_FINDINGS = 1_000

/** An anchor that somebody has kept. */
export interface KeptAnchor {
  number: number
  root: string
  hash: string
}

/**
 * Anchors that are invalid in themselves, anchored heads that their ledgers no longer have, and contradictions to the
 * anchors that somebody `kept` outside; for the consistency check.
 */
export async function checkAnchors(
  { db, masterKey }: Pick<Context, 'db' | 'masterKey'>,
  kept: readonly KeptAnchor[] | null = null,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const keys = await publicKeysById({ db, masterKey })
  const found = new Map<number, KeptAnchor>()
  let number = 0
  let previous: Buffer = NO_ANCHOR
  for await (const anchor of eachAnchor(db)) {
    number += 1
    const nodes = await nodesOf(db, anchor.number)
    const what = firstWrong(anchor, { number, previous, nodes }) ?? judgeAnchor(anchor, keys)
    if (what !== null) findings.push({ kind: 'anchor-broken', id: String(anchor.number), facts: { what } })
    found.set(anchor.number, { number, root: anchor.root.toString('hex'), hash: anchor.hash.toString('hex') })
    previous = anchor.hash
    number = anchor.number
  }
  for (const { anchor, transferId, length } of await listContradicted(db, { limit: MOST_FINDINGS })) {
    findings.push({ kind: 'ledger-contradicts-anchor', id: transferId, facts: { anchor, length } })
  }
  return [...findings, ...(kept ?? []).flatMap((one) => contradictionOf(one, found.get(one.number)))]
}

function firstWrong(
  anchor: AnchorRow,
  { number, previous, nodes }: { number: number; previous: Buffer; nodes: readonly Buffer[] },
): string | null {
  if (anchor.number !== number) return `${anchor.number - number} before it are missing`
  if (!anchor.previous.equals(previous)) return 'it does not follow from the one before'
  if (nodes.length === 0 || !rootOf(nodes).equals(anchor.root)) return 'root'
  if (anchor.nodes.length !== nodes.length * HASH_BYTES || !anchor.nodes.equals(Buffer.concat(nodes))) return 'nodes'
  return null
}

function contradictionOf(kept: KeptAnchor, found: KeptAnchor | undefined): Finding[] {
  if (found === undefined) return [{ kind: 'kept-anchor-missing', id: String(kept.number), facts: { root: kept.root } }]
  if (found.root === kept.root && found.hash === kept.hash) return []
  return [{ kind: 'kept-anchor-differs', id: String(kept.number), facts: { kept: kept.root, found: found.root } }]
}
