import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { completeUploads } from '../../uploads/index.ts'
import { isServed } from '../transfer-store.ts'

type Db = Kysely<Database>

/** A stored file that an account may read and send on, under the name the account knows it by. */
export interface ReadableFile {
  id: string
  /** For others to see. */
  path: string
  /** In the account's own library: what answered a request lies in a folder called after whoever sent it. */
  libraryPath: string
  bytes: number
  /** A transfer that has it is blocked: it is sent on by nobody. */
  isBlocked: boolean
}

/**
 * Those of `fileIds` that the account may read, in the order asked for. The one place where this is decided: files of
 * its own uploads, and files it was mailed at an address it has proven, as long as that transfer's link would open
 * them without asking for more. A file stays its owner's however often it is sent on: once the owner deletes it, or
 * an owner without an account is out of time, it is withdrawn wherever it is named.
 */
export async function listReadableFiles(
  db: Db,
  accountId: string,
  fileIds: readonly string[],
): Promise<ReadableFile[]> {
  const { rows } = await sql<ReadableFile>`
    select f.id, f.bytes, exists (
        select from transfer_files named join transfers t on t.id = named.transfer_id
        where named.file_id = f.id and t.blocked_at is not null
      ) as "isBlocked", case when u.account_id = ${accountId} then f.path else received.path end as "libraryPath",
      case when u.account_id is distinct from ${accountId} then received.path
        else path_for_others(f.id, f.path) end as path
    from unnest(${[...fileIds]}::text[]) with ordinality as given (id, nth)
    join stored_files f on f.id = given.id
    join ${completeUploads} u on u.id = f.upload_id
    left join lateral (
      select tf.path from transfer_files tf
      join transfers t on t.id = tf.transfer_id
      join recipients r on r.transfer_id = t.id
      join account_emails a on a.address = r.address
      where tf.file_id = f.id and tf.removed_at is null and a.account_id = ${accountId} and r.removed_at is null
        and ${isServed('t')} and (t.expires_at is null or t.expires_at > now())
        and t.paused_at is null and t.password_hash is null and t.download_limit is null
      order by t.sent_at desc limit 1
    ) received on true
    where f.withdrawn_at is null
      and (u.account_id = ${accountId} or received.path is not null)
    order by given.nth`.execute(db)
  return rows
}
