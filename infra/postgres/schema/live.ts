import type { TapOperation, TapOutcome } from '@called-it/shared/contract/live-editing'
import type { Generated } from 'kysely'
import type { SourceSetlist } from '../../setlist-sources/source.ts'
import type { CreatedAt, Instant, Json, NullableInstant, NullableJson } from './columns.ts'

export type LiveTapsTable = {
  op_id: string
  show_id: number
  user_id: number | null
  base: number
  op: Json<TapOperation>
  tapped_at: Instant
  outcome: TapOutcome
  revision: number
  created_at: CreatedAt
  settled_at: NullableInstant
}

export type LiveClaimsTable = {
  show_id: number
  worker: string
  heartbeat_at: Instant
}

export type LiveBoardsTable = {
  show_id: number
  revision: number
  players: number
  histogram: string
  top: Json<StoredRow[]>
  songs: Json<StoredSongCount[]>
  board: Buffer | null
  tour: NullableJson<StoredTourBoard>
  created_at: CreatedAt
}

/** User id and total. */
export type StoredRow = [userId: number, total: number]

/** @property holders ids of some users who have the song and show their picks */
export type StoredSongCount = { songId: number; players: number; exact: number; holders: number[] }

export type StoredTourBoard = { players: number; histogram: string; top: StoredRow[] }

export type SourceReadingsTable = {
  show_id: number
  setlist: NullableJson<SourceSetlist>
  read_at: Instant
  error: string | null
  failures: Generated<number>
  next_at: Instant
}

export type TopicVersionsTable = {
  topic: string
  version: number
  changed_at: Generated<Date>
}
