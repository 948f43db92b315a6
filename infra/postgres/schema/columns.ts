import type { ColumnType } from 'kysely'

/** `YYYY-MM-DD` text, never a Date in a local time zone. */
export type Day = string
/** Written as a Date or ISO text, read as a Date. */
export type Instant = ColumnType<Date, Date | string, Date | string>
export type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
export type CreatedAt = ColumnType<Date, Date | string | undefined, never>
/** In rows that are replaced completely. */
export type ReplacedAt = ColumnType<Date, Date | string | undefined, Date | string>
/** jsonb: parsed when read, written as text. */
export type Json<T> = ColumnType<T, string, string>
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>
