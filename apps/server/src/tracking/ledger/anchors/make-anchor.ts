import type { Kysely } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { addJob } from '../../../platform/jobs/add-job.ts'
import { headText } from '../chain.ts'
import { readMoment } from '../ledger-store.ts'
import {
  type AnchorRow,
  eachChunk,
  findNewestAnchor,
  insertAnchor,
  keepMovedHeads,
  lockAnchors,
} from './anchor-store.ts'
import { anchorHash, anchorText, NO_ANCHOR } from './anchor-text.ts'
import { mailAnchor } from './mail-anchor.ts'
import { leafHash, rootOf } from './merkle.ts'

type Needs = Pick<Context, 'db' | 'signer' | 'masterKey' | 'config'>

/**
 * Makes one root over the heads of all ledgers that have moved since the previous anchor, and has it mailed and stamped
 * as the settings say; returns null and makes nothing where none has moved, or where that anchor is younger than
 * `apartSeconds`.
 */
export async function makeAnchor(ctx: Needs, { apartSeconds }: { apartSeconds: number }): Promise<AnchorRow | null> {
  return ctx.db.transaction().execute(async (tx) => {
    await lockAnchors(tx)
    const before = await findNewestAnchor(tx)
    if (before && before.ageSeconds < apartSeconds) return null
    const number = (before?.number ?? 0) + 1
    const count = await keepMovedHeads(tx, number)
    if (count === 0) return null
    const nodes = await nodesOf(tx, number)
    const previous = before?.hash ?? NO_ANCHOR
    const facts = { number, at: await readMoment(tx, 0), count, root: rootOf(nodes), previous }
    const { keyId, signature } = await ctx.signer.sign(tx, null, anchorText(facts))
    const signed = { hash: anchorHash(facts), signature, signed_by: keyId }
    const anchor = { ...facts, ...signed, nodes: Buffer.concat(nodes) }
    await insertAnchor(tx, anchor)
    if (ctx.config.tsaUrl !== null) await addJob(tx, 'stamp-anchor', { number }, { key: `stamp-anchor/${number}` })
    await mailAnchor(tx, ctx, anchor)
    return { ...anchor, time_stamp: null, stamped_at: null }
  })
}

/** Hashes of the chunks of an anchor's tree. */
export async function nodesOf(db: Kysely<Database>, anchor: number): Promise<Buffer[]> {
  const nodes: Buffer[] = []
  for await (const heads of eachChunk(db, anchor)) nodes.push(rootOf(heads.map((head) => leafHash(headText(head)))))
  return nodes
}
