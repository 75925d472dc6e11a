import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { withdrawFile } from '../blob-store.ts'
import type { Damage } from '../finish/sum-stored.ts'

export interface WithdrawnFile {
  id: string
  path: string
  bytes: number
  /** The operator has blocked its content; otherwise the stored file differs from what was sent. */
  isBlocked: boolean
  /** The virus scanner found something in it. */
  isInfected?: boolean
}

/** What another module does about a withdrawn file, in the same transaction. */
export type TellWithdrawn = (tx: Kysely<Database>, file: WithdrawnFile) => Promise<void>

/** Withdraws a file whose stored bytes differ from what was sent, and raises an alarm. Once, however often it runs. */
export async function withdrawDamaged(
  ctx: Pick<Context, 'db' | 'log' | 'alarms'>,
  id: string,
  { because }: Damage,
  tell: TellWithdrawn,
): Promise<void> {
  ctx.log.error({ file: id, because }, 'a stored file does not match what was sent')
  ctx.alarms.note('files-damaged')
  await ctx.db.transaction().execute(async (tx) => {
    const withdrawn = await withdrawFile(tx, id, because)
    if (withdrawn !== null) await tell(tx, { id, path: withdrawn.path, bytes: withdrawn.bytes, isBlocked: false })
  })
}
