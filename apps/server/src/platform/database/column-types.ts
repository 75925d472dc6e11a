import type { ColumnType } from 'kysely'

/** How kinds of columns are read and written. int8 columns arrive as safe integers. */
export type Instant = ColumnType<Date, Date | string, Date | string>
export type InstantOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
export type DefaultInstant = ColumnType<Date, Date | string | undefined, Date | string>
export type Bytea = ColumnType<Buffer, Uint8Array, Uint8Array>
export type OptionalNull<T> = ColumnType<T | null, T | null | undefined, T | null>
export type Json<T> = ColumnType<T, string, string>
export type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>
