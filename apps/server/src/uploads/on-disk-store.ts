import { type RawBuilder, sql } from 'kysely'

/** SQL: whether the store that a column of the enclosing statement names keeps segments on a disk, as `isDiskId` says. */
export const onDisk = (column: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} = 'disk' or starts_with(${sql.ref(column)}, 'disk-'))`
