import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import type { Verdict } from '../../platform/scanning/verdict.ts'
import { withdrawFile } from '../blob-store.ts'
import type { BlockedFile } from '../finish/file-store.ts'

/** What the virus scanner said about stored files, and since when it has its signatures. */
type Db = Kysely<Database>

/** A file whose scan broke off this often is scanned less often: it may be what breaks clamd. */
const MOST_TRIES = 5
/** How much less: clamd may have been killed for another reason, and no other signatures may ever come. */
const RETRY_HOURS = 6

const isStanding = sql`f.withdrawn_at is null and f.deleted_at is null and f.bytes_removed_at is null
  and f.scan_because is distinct from 'cleared'`
/** No verdict by the present signatures, and too few broken scans since they came. */
const isDue = (since: Date) => sql`
  (f.scanned_at is null or f.scanned_at < ${since}) and (f.scan_tries < ${MOST_TRIES} or f.scan_tried_at < ${since}
    or f.scan_tried_at < clock_timestamp() - make_interval(hours => ${sql.lit(RETRY_HOURS)}))`

function only<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The statement returned no row')
  return row
}

/** Since when clamd has had signatures of this version, by the database's clock. */
export async function noteSignatures(db: Db, version: string): Promise<Date> {
  const { rows } = await sql<{ since: Date }>`
    insert into scanner as s (id, version) values (1, ${version})
    on conflict (id) do update set version = ${version},
      since = case when s.version = ${version} then s.since else clock_timestamp() end
    returning since`.execute(db)
  return only(rows).since
}

/** Those of these files that need a scan by the present signatures. */
export async function listUnscanned(db: Db, fileIds: readonly string[], since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from files f where f.id = any(${[...fileIds]}::text[]) and ${isStanding} and ${isDue(since)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/**
 * Files of complete uploads that need a scan: those without a verdict first, then those whose verdict is the oldest. A
 * new upload has jobs of its own for the first two minutes.
 */
export async function listDueScans(
  db: Db,
  since: Date,
  limit: number,
): Promise<Array<{ id: string; hasVerdict: boolean }>> {
  const { rows } = await sql<{ id: string; hasVerdict: boolean }>`
    select f.id, f.scanned_at is not null as "hasVerdict" from files f join uploads u on u.id = f.upload_id
    where ${isStanding} and ${isDue(since)} and u.state = 'complete' and u.completed_at < now() - interval '2 minutes'
    order by f.scanned_at nulls first limit ${limit}`.execute(db)
  return rows
}

/** Those of these files that visitors uploaded: no account answers for them, whoever sends them. */
export async function listVisitorFiles(db: Db, fileIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from files f join uploads u on u.id = f.upload_id
    where f.id = any(${[...fileIds]}::text[]) and u.account_id is null`.execute(db)
  return rows.map(({ id }) => id)
}

/** What the scanner said about these files, and when their uploads were complete. */
export async function listScanStates(db: Db, fileIds: readonly string[]) {
  return db
    .selectFrom('files')
    .innerJoin('uploads', 'uploads.id', 'files.upload_id')
    .select(['files.id', 'files.scan_state', 'files.scan_because', 'uploads.completed_at'])
    .where('files.id', '=', sql<string>`any(${[...fileIds]}::text[])`)
    .execute()
}

interface Scan {
  verdict: Verdict
  /** The scanner's version when the scan began. */
  signatures: string
  startedAt: Date
}

/**
 * Stores a verdict, unless a scan that began later has given one; an infected file is withdrawn.
 *
 * @returns the file where this has withdrawn it
 */
export async function keepVerdict(
  tx: Db,
  fileId: string,
  { verdict, signatures, startedAt }: Scan,
): Promise<BlockedFile | null> {
  const kept = await tx
    .updateTable('files')
    .set({
      scan_state: verdict.state,
      scan_because: verdict.state === 'not-scanned' ? verdict.because : null,
      scan_finding: verdict.state === 'infected' ? verdict.finding : null,
      scan_signatures: signatures,
      scanned_at: startedAt,
      scan_tries: 0,
      scan_tried_at: null,
    })
    .where('id', '=', fileId)
    .where(sql<boolean>`scan_because is distinct from 'cleared'`)
    .where((where) => where.or([where('scanned_at', 'is', null), where('scanned_at', '<=', startedAt)]))
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined && verdict.state === 'infected' ? withdrawFile(tx, fileId, 'infected') : null
}

/** There is no verdict: an earlier one by older signatures stands. `wasReached`: the scan itself failed. */
export async function keepUnavailable(
  db: Db,
  fileIds: readonly string[],
  { wasReached }: { wasReached: boolean },
): Promise<void> {
  await sql`
    update files set scan_state = coalesce(scan_state, 'not-scanned'),
      scan_because = case when scan_state is null then 'unavailable' else scan_because end,
      scan_tries = scan_tries + ${wasReached ? 1 : 0},
      scan_tried_at = case when ${wasReached} and scan_tries + 1 >= ${MOST_TRIES} then clock_timestamp() else scan_tried_at end
    where id = any(${[...fileIds]}::text[])`.execute(db)
}

/** The database's clock. */
export async function readNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return only(rows).now
}
