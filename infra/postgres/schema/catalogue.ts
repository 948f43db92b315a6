import type { ShowNotice, ShowOverlay, TimeSource } from '@called-it/shared/contract/shows'
import type { OpenSet } from '@called-it/shared/game/setlist'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { SourceSetlist, SourceTimes } from '../../setlist-sources/source.ts'
import type { CreatedAt, Day, Instant, Json, NullableInstant, NullableJson } from './columns.ts'

export type SongsTable = {
  id: number
  source: string
  source_id: string | null
  slug: string
  name: string
  times_played: Generated<number>
  gap: number | null
  last_played: Day | null
  in_notebook: Generated<boolean>
  retired_at: NullableInstant
  merged_into: number | null
  hidden_at: NullableInstant
}

export type SongAliasesTable = {
  source: string
  kind: 'id' | 'slug'
  alias: string
  song_id: number
}

export type SongRenamesTable = {
  song_id: number
  slug: string
  reason: 'position' | 'spelling' | 'slug' | 'name'
  show_id: number | null
  created_at: CreatedAt
  decision: 'accepted' | 'dropped' | null
}

export type ToursTable = {
  id: GeneratedAlways<number>
  source: string
  source_id: string
  name: string
  start_date: Day
  end_date: Day
  description: string | null
  edited_by_hand: Generated<boolean>
}

export type ShowsTable = {
  id: GeneratedAlways<number>
  source: string
  source_id: string
  tour_id: number | null
  showdate: Day
  venue: string
  city: string | null
  state: string | null
  country: string | null
  locks_at: NullableInstant
  picks_closed: Generated<boolean>
  excluded: Generated<boolean>
  exclusion_reason: string | null
  setlist_revision_id: number | null
  score_set_id: number | null
  is_scored: GeneratedAlways<boolean>
  settled_by_order: number | null
  closed_by_run: number | null
  vanished_at: NullableInstant
  edited_by_hand: Generated<boolean>
  listed_times: NullableJson<SourceTimes>
  set_starts_local: string | null
  set_locks_at: NullableInstant
  cancelled_at: NullableInstant
  cancel_reason: string | null
  time_zone: string | null
  zone_needs_check: Generated<boolean>
  starts_local: string | null
  starts_at: NullableInstant
  time_source: Generated<TimeSource>
  notice: NullableJson<ShowNotice>
  overlay: Generated<ShowOverlay>
  calendar_sequence: Generated<number>
  calendar_changed_at: Generated<Date>
}

export type VenueTimesTable = {
  venue: string
  city: string
  state: string
  country: string
  time_zone: string | null
  early_starts_local: string | null
  zone_in_doubt: Generated<boolean>
}

export type SetlistRevisionsTable = {
  id: GeneratedAlways<number>
  show_id: number
  number: number
  origin: 'source' | 'hand'
  text: string
  notes: string | null
  created_by: number | null
  created_at: CreatedAt
  open_set: ColumnType<OpenSet, OpenSet | undefined, never>
}

export type PerformancesTable = {
  revision_id: number
  sequence: number
  set_name: string
  position: number
  song_id: number
  played_at: NullableInstant
}

export type SetlistProposalsTable = {
  id: GeneratedAlways<number>
  show_id: number
  setlist: Json<SourceSetlist>
  created_at: CreatedAt
  dropped_at: NullableInstant
}

export type SourcePermitsTable = {
  source: string
  next_at: Instant
}
