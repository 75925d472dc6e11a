import type { ActivityPart } from '@waybill/contract/workspaces/activity-kinds'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, TeamEventsTable } from '../../platform/database/schema.ts'

/** What the accounts of a team did. Triggers add the rows, in the statements that do it. */
type Db = Kysely<Database>
export type TeamEventRow = Selectable<TeamEventsTable>

const KEPT_DAYS = 365

export interface ActivityQuery {
  /** What this account did. */
  actorId?: string | undefined
  part?: ActivityPart | undefined
  /** Only what is older than this row. */
  before: number | null
  take: number
}

/** Newest first. */
export async function listTeamEvents(
  db: Db,
  workspaceId: string,
  { actorId, part, before, take }: ActivityQuery,
): Promise<TeamEventRow[]> {
  return db
    .selectFrom('team_events')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .$if(actorId !== undefined, (query) => query.where('actor_id', '=', actorId ?? ''))
    .$if(part !== undefined, (query) => query.where('part', '=', part as ActivityPart))
    .$if(before !== null, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(take)
    .execute()
}

const ROWS_PER_PAGE = 1_000

/** The latest `most` of them, newest first, a page at a time. */
export async function* eachTeamEvent(
  db: Db,
  workspaceId: string,
  asked: Pick<ActivityQuery, 'actorId' | 'part'>,
  most: number,
): AsyncGenerator<TeamEventRow> {
  let before: number | null = null
  for (let told = 0; told < most; told += ROWS_PER_PAGE) {
    const rows = await listTeamEvents(db, workspaceId, { ...asked, before, take: ROWS_PER_PAGE })
    yield* rows
    if (rows.length < ROWS_PER_PAGE) return
    before = rows.at(-1)?.id ?? null
  }
}

/** Of a workspace that ends. */
export async function forgetActivity(tx: Db, workspaceId: string): Promise<void> {
  await tx.deleteFrom('team_events').where('workspace_id', '=', workspaceId).execute()
}

const ROWS_AT_ONCE = 5_000

/** Deletes what is older than a year. */
export async function forgetOldActivity(db: Db): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`delete from team_events where id in (
      select id from team_events where at < now() - make_interval(days => ${KEPT_DAYS}) limit ${ROWS_AT_ONCE}
    )`.execute(db)
    if (Number(numAffectedRows ?? 0) < ROWS_AT_ONCE) return
  }
}
