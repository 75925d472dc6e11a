import type pg from 'pg'

export interface Column {
  table: string
  name: string
  /** As PostgreSQL names it: 'text', 'bigint', 'text[]'. */
  type: string
  isNullable: boolean
  hasDefault: boolean
  /** The values that a check of this column alone lists; null where it has none. */
  values: string[] | null
}

/** The columns of every table of a migrated database, in their order; partitions and the list of migrations are left out. */
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

/** Of `CHECK ((kind = ANY (ARRAY['a'::text, 'b'::text])))`: a, b. */
function valuesOf(checks: string[]): string[] | null {
  const list = checks.map((check) => /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(check)?.[1]).find(Boolean)
  return list === undefined ? null : [...list.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, value = '']) => value)
}
