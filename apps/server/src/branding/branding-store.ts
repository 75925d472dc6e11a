import type { Role } from '@waybill/contract/billing/plans'
import type { BrandSlot } from '@waybill/contract/branding/page-branding'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'

type Db = Kysely<Database>

/** What an admin chose, whether or not the plan shows it. */
export interface StoredBranding {
  name: string
  accent: string | null
  welcome: string
  showsPoweredBy: boolean
  logo: StoredPicture | null
  darkLogo: StoredPicture | null
  /** A picture's id. */
  background: string | null
}

/** The id of a picture and the size of its PNG form. */
export interface StoredPicture {
  id: string
  width: number
  height: number
}

const columns = { logo: 'logo', darkLogo: 'dark_logo', background: 'background' } as const satisfies Record<
  BrandSlot,
  string
>

const chosen = [
  'b.name',
  'b.accent',
  'b.welcome',
  'b.shows_powered_by',
  'b.background',
  'l.id as logo_id',
  'l.width as logo_width',
  'l.height as logo_height',
  'd.id as dark_id',
  'd.width as dark_width',
  'd.height as dark_height',
] as const

interface Row {
  name: string | null
  accent: string | null
  welcome: string | null
  shows_powered_by: boolean | null
  background: string | null
  logo_id: string | null
  logo_width: number | null
  logo_height: number | null
  dark_id: string | null
  dark_width: number | null
  dark_height: number | null
}

/** Of a workspace whose admin has chosen nothing. */
const noBranding: StoredBranding = {
  name: '',
  accent: null,
  welcome: '',
  showsPoweredBy: true,
  logo: null,
  darkLogo: null,
  background: null,
}

const stored = (row: Row): StoredBranding => ({
  name: row.name ?? '',
  accent: row.accent,
  welcome: row.welcome ?? '',
  showsPoweredBy: row.shows_powered_by ?? true,
  logo: pictureIn(row.logo_id, row.logo_width, row.logo_height),
  darkLogo: pictureIn(row.dark_id, row.dark_width, row.dark_height),
  background: row.background,
})

const pictureIn = (id: string | null, width: number | null, height: number | null): StoredPicture | null =>
  id === null || width === null || height === null ? null : { id, width, height }

export async function findBranding(db: Db, workspaceId: string): Promise<StoredBranding> {
  const row = await db
    .selectFrom('brandings as b')
    .leftJoin('branding_pictures as l', 'l.id', 'b.logo')
    .leftJoin('branding_pictures as d', 'd.id', 'b.dark_logo')
    .select(chosen)
    .where('b.workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row === undefined ? noBranding : stored(row)
}

/** The branding of an account's workspace with its role now, in one statement; null for an unknown account. */
export async function findBrandingOf(
  db: Db,
  accountId: string,
): Promise<{ role: Role; branding: StoredBranding } | null> {
  const row = await db
    .selectFrom('account_facts as a')
    .leftJoin('brandings as b', 'b.workspace_id', 'a.workspace_id')
    .leftJoin('branding_pictures as l', 'l.id', 'b.logo')
    .leftJoin('branding_pictures as d', 'd.id', 'b.dark_logo')
    .select([...chosen, 'a.role'])
    .where('a.id', '=', accountId)
    .executeTakeFirst()
  return row === undefined ? null : { role: row.role as Role, branding: stored(row) }
}

type Typed = Pick<StoredBranding, 'name' | 'accent' | 'welcome' | 'showsPoweredBy'>

/** Changes the given fields alone. */
export async function saveBranding(
  db: Db,
  workspaceId: string,
  { showsPoweredBy, ...typed }: { [Field in keyof Typed]?: Typed[Field] | undefined },
): Promise<void> {
  const all = Object.entries({ ...typed, shows_powered_by: showsPoweredBy })
  const change = Object.fromEntries(all.filter(([, value]) => value !== undefined))
  await db
    .insertInto('brandings')
    .values({ workspace_id: workspaceId, ...change })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ ...change, updated_at: sql<Date>`now()` }))
    .execute()
}

export interface NewBrandPicture {
  id: string
  page: Uint8Array
  /** Null for a background. */
  png: { bytes: Uint8Array; width: number; height: number } | null
}

/** Sets the picture of a slot, or none; the one before it is deleted. Locks the branding until the transaction ends. */
export async function setBrandPicture(
  tx: Db,
  workspaceId: string,
  slot: BrandSlot,
  picture: NewBrandPicture | null,
): Promise<void> {
  await saveBranding(tx, workspaceId, {})
  const column = columns[slot]
  const { before } = await tx
    .selectFrom('brandings')
    .select(`${column} as before`)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  if (before !== null) await tx.deleteFrom('branding_pictures').where('id', '=', before).execute()
  if (picture !== null) {
    const { id, page, png } = picture
    const size = { mail: png?.bytes ?? null, width: png?.width ?? null, height: png?.height ?? null }
    await tx
      .insertInto('branding_pictures')
      .values({ id, workspace_id: workspaceId, page, ...size })
      .execute()
  }
  await tx
    .updateTable('brandings')
    .set({ [column]: picture?.id ?? null })
    .where('workspace_id', '=', workspaceId)
    .execute()
}

/** One form of a picture; null for an unknown id, and where there is no such form. */
export async function findBrandPicture(db: Db, id: string, form: 'page' | 'mail'): Promise<Buffer | null> {
  const row = await db
    .selectFrom('branding_pictures')
    .select(`${form} as bytes`)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.bytes ?? null
}

/** The workspace ends. */
export async function forgetBranding(tx: Db, workspaceId: string): Promise<void> {
  await tx.deleteFrom('branding_pictures').where('workspace_id', '=', workspaceId).execute()
  await tx.deleteFrom('brandings').where('workspace_id', '=', workspaceId).execute()
}

/** For the export of an account: what its admin chose, with the pictures as data addresses. */
export async function exportBranding(db: Db, workspaceId: string): Promise<unknown> {
  const branding = await findBranding(db, workspaceId)
  const ids = { logo: branding.logo?.id, darkLogo: branding.darkLogo?.id, background: branding.background }
  const pictures = await Promise.all(
    Object.entries(ids).map(async ([slot, id]) => {
      const bytes = id ? await findBrandPicture(db, id, 'page') : null
      return [slot, bytes && `data:image/webp;base64,${bytes.toString('base64')}`] as const
    }),
  )
  return { ...branding, ...Object.fromEntries(pictures) }
}
