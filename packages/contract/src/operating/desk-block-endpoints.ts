import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { bytes, instant, text } from '../core/fields.ts'
import { deskProblems } from './desk-endpoints.ts'

const sha256 = z.string().regex(/^[\da-f]{64}$/)

const block = z.object({
  sha256,
  /** Null: no file with it was ever stored here. */
  bytes: bytes.nullable(),
  /** Files that are withdrawn for it. */
  files: z.int().min(0),
  /** Why, as the command line was told it; the number of the reported transfer, where a report decided it. */
  note: z.string(),
  blockedAt: instant,
})
export type DeskBlock = z.infer<typeof block>

/** As `block list`, newest first. */
export const listBlocksAtDesk = endpoint('listBlocksAtDesk', {
  summary: 'Contents that nobody can send here, newest first',
  auth: 'operator',
  query: z.strictObject({ after: text(200).optional() }),
  reply: z.object({ blocks: z.array(block), next: z.string().nullable() }),
  problems: [...deskProblems, 'invalid-input'],
})

/** As `block lift`. False where there was no such block, or it was lifted before. */
export const liftBlockAtDesk = endpoint('liftBlockAtDesk', {
  summary: 'Allow a blocked content again',
  auth: 'operator',
  params: z.strictObject({ sha256 }),
  body: z.strictObject({}),
  reply: z.object({ isLifted: z.boolean() }),
  problems: deskProblems,
})
