import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'

/** What suppliers answered to the questions of requests. */
type Db = Kysely<Database>

/** Characters of an answer in lists and receipts. */
const SHORT_CHARS = 200
/** Older versions of one answer that are kept, so that nobody fills the database by answering again and again. */
const KEPT_VERSIONS = 10

/** The answer of `submission_answers q` of the enclosing statement with its long texts cut; a sealed one is empty. */
export const shortAnswer = sql<string[] | null>`case when q.is_sealed then '{}'::text[] else (
  select array_agg(case when length(one) > ${sql.lit(SHORT_CHARS)} then left(one, ${sql.lit(SHORT_CHARS)}) || '…' else one end
    order by nth)
  from unnest(q.answer) with ordinality as a (one, nth)) end`

/** The same, whole. */
export const wholeAnswer = sql<string[] | null>`case when q.is_sealed then '{}'::text[] else q.answer end`

/** The column `answers` of a draft without those to these items. */
export const withoutItems = (items: readonly string[]) => sql`(
  select coalesce(jsonb_agg(kept), '[]') from jsonb_array_elements(answers) kept
  where kept->>'item' <> all(${[...items]}::text[]))`

/** A supplier's last answers by item, also those that were sent back. */
export async function readAnswers(db: Db, supplierId: string): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('submission_answers')
    .select(['item_id', 'answer'])
    .where('supplier_id', '=', supplierId)
    .where('is_current', '=', true)
    .execute()
  return new Map(rows.map(({ item_id, answer }) => [item_id, answer]))
}

export interface NewAnswer {
  item: string
  answer: string[]
}

/** The bytes of all answers that came to a request within the last hour and are kept. */
export async function countHourBytes(db: Db, requestId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number | null }>`
    select sum(octet_length(array_to_string(q.answer, ''))) as bytes
    from submissions b join submission_answers q on q.submission_id = b.id
    where b.request_id = ${requestId} and b.arrived_at > now() - interval '1 hour'`.execute(db)
  return rows[0]?.bytes ?? 0
}

/**
 * Adds a submission's answers, each of which becomes its supplier's last one, and marks their items as arrived; drops
 * what the supplier's unfinished submissions say about the same items, where these began before. `uploadId`: the answers
 * waited with that upload; null: they are sent now. The caller locks the request.
 */
export async function insertAnswers(
  tx: Db,
  submission: { id: string; requestId: string; supplierId: string; uploadId: string | null; isSealed: boolean },
  answers: readonly NewAnswer[],
): Promise<void> {
  const { id: submission_id, requestId: request_id, supplierId: supplier_id } = submission
  const items = answers.map(({ item }) => item)
  await sql`update submission_answers set is_current = false
    where supplier_id = ${supplier_id} and item_id = any(${items}::text[]) and is_current`.execute(tx)
  await tx
    .insertInto('submission_answers')
    .values(
      answers.map(({ item, answer }) => ({
        submission_id,
        request_id,
        supplier_id,
        item_id: item,
        answer,
        is_sealed: submission.isSealed,
        is_current: true,
      })),
    )
    .execute()
  await sql`
    insert into request_progress as g (supplier_id, item_id, file_count, bytes, state)
    select ${supplier_id}, item, 0, 0, 'arrived' from unnest(${items}::text[]) as item
    on conflict (supplier_id, item_id) do update set state = 'arrived', note = '', changed_at = now()`.execute(tx)
  // An upload that began earlier would bring an older answer; a later one has the supplier's last word.
  await sql`
    update submission_drafts set answers = ${withoutItems(items)}
    where supplier_id = ${supplier_id} and answers <> '[]' and started_at <= coalesce(
      (select own.started_at from submission_drafts own where own.upload_id = ${submission.uploadId}), now())`.execute(
    tx,
  )
  await sql`
    delete from submission_answers a using (
      select q.submission_id, q.item_id, row_number() over (partition by q.item_id order by b.arrived_at desc, b.id desc) as nth
      from submission_answers q join submissions b on b.id = q.submission_id
      where q.supplier_id = ${supplier_id} and q.item_id = any(${items}::text[]) and not q.is_current
    ) old
    where old.nth > ${KEPT_VERSIONS}::int and a.submission_id = old.submission_id and a.item_id = old.item_id`.execute(
    tx,
  )
}

/** After answers came from another supplier: the newest of each item is the last one. */
export async function settleCurrentAnswers(tx: Db, supplierId: string): Promise<void> {
  await sql`update submission_answers set is_current = false where supplier_id = ${supplierId}`.execute(tx)
  await sql`
    update submission_answers a set is_current = true from (
      select distinct on (q.item_id) q.item_id, q.submission_id
      from submission_answers q join submissions b on b.id = q.submission_id
      where q.supplier_id = ${supplierId} order by q.item_id, b.arrived_at desc, b.id desc
    ) newest
    where a.submission_id = newest.submission_id and a.item_id = newest.item_id`.execute(tx)
}

export interface SubmissionAnswerRow {
  submission_id: string
  item_id: string
  answer: string[]
}

/** The answers in submissions, in the items' order; long ones are cut. */
export async function listSubmissionAnswers(db: Db, submissionIds: readonly string[]): Promise<SubmissionAnswerRow[]> {
  const { rows } = await sql<SubmissionAnswerRow>`
    select q.submission_id, q.item_id, ${shortAnswer} as answer
    from submission_answers q join request_items s on s.id = q.item_id
    where q.submission_id = any(${[...submissionIds]}::text[]) order by q.submission_id, s.position, s.id`.execute(db)
  return rows
}

interface SealedAnswerRow {
  submission_id: string
  supplier_id: string
  item_id: string
  answer: string
  answered_at: Date
  is_current: boolean
}

/** Rows that one page reads at most. */
const MOST_SEALED = 1_000

/** The next sealed answers of a request, up to so many bytes, at least one; of suppliers who were not removed. */
export async function listSealedAnswerRows(
  db: Db,
  requestId: string,
  {
    supplier,
    after,
    mostBytes,
  }: { supplier: string | null; after: { submission: string; item: string } | null; mostBytes: number },
): Promise<{ rows: SealedAnswerRow[]; hasMore: boolean }> {
  const { rows } = await sql<SealedAnswerRow & { before: number }>`
    select found.*, (sum(length(answer)) over (order by submission_id, item_id) - length(answer))::int8 as before
    from (
      select q.submission_id, q.supplier_id, q.item_id, q.answer[1] as answer, b.arrived_at as answered_at, q.is_current
      from submission_answers q join submissions b on b.id = q.submission_id
        join request_suppliers p on p.id = q.supplier_id and p.removed_at is null
      where q.request_id = ${requestId} and q.is_sealed
        and (${supplier}::text is null or q.supplier_id = ${supplier})
        and (${after === null}::boolean or (q.submission_id, q.item_id) > (${after?.submission ?? ''}, ${after?.item ?? ''}))
      order by q.submission_id, q.item_id limit ${MOST_SEALED + 1}
    ) found order by submission_id, item_id`.execute(db)
  const fitting = rows.slice(0, MOST_SEALED).filter(({ before }) => before < mostBytes)
  return { rows: fitting, hasMore: fitting.length < rows.length }
}
