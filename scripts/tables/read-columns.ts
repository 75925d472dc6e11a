import type pg from 'pg'

export interface Column {
  table: string
  name: string
  /** As PostgreSQL names it: 'text', 'bigint', 'text[]'. */
  type: string
  isNullable: boolean
  hasDefault: boolean
  /** The values that a check on this column alone allows; null where it has none. */
  values: string[] | null
  /** For a view: the table that it shows. */
  of?: string
}

/** The columns of every table of a migrated database, in order; without partitions and the list of migrations. */
export async function readColumns(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Omit<Column, 'values'> & { checks: string[] }>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
       not a.attnotnull as "isNullable", a.atthasdef as "hasDefault", array(
         select pg_get_constraintdef(k.oid) from pg_constraint k
         where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
       ) as checks
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'migrations' and a.attnum > 0 and not a.attisdropped
     order by c.relname, a.attnum`,
  )
  return rows.map(({ checks, ...column }) => ({ ...column, values: valuesOf(checks) }))
}

/**
 * The columns of every view, each as the column of that name in a table that the view shows; a column that none of its
 * tables has is computed, and never NULL.
 */
export async function readViewColumns(client: pg.Client, tables: readonly Column[]): Promise<Column[]> {
  const { rows } = await client.query<{ view: string; shows: string[]; name: string; type: string }>(
    `select v.relname as view, array_agg(distinct t.relname::text) as shows, a.attname as name,
       format_type(a.atttypid, null) as type
     from pg_class v join pg_rewrite w on w.ev_class = v.oid
     join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid and d.refclassid = 'pg_class'::regclass
     join pg_class t on t.oid = d.refobjid and t.relkind in ('r', 'p') join pg_attribute a on a.attrelid = v.oid
     where v.relnamespace = 'public'::regnamespace and v.relkind = 'v' and a.attnum > 0
     group by v.relname, a.attname, a.atttypid, a.attnum
     order by v.relname, a.attnum`,
  )
  return rows.map(({ view, shows, name, type }) => {
    const shown = tables.find((column) => shows.includes(column.table) && column.name === name)
    const computed = { name, type, isNullable: false, values: null }
    return { ...(shown ?? computed), table: view, hasDefault: false, of: shown?.table ?? view }
  })
}

/** Of `CHECK ((kind = ANY (ARRAY['a'::text, 'b'::text])))`: a, b. */
function valuesOf(checks: string[]): string[] | null {
  const list = checks.map((check) => /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(check)?.[1]).find(Boolean)
  return list === undefined ? null : [...list.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, value = '']) => value)
}
