import type { TapOperation, TapOutcome } from '@called-it/shared/contract/live-editing'
import type { RunKind, RunState } from '@called-it/shared/contract/runs'
import type { ShowNotice, ShowOverlay, TimeSource } from '@called-it/shared/contract/shows'
import type { OpenSet } from '@called-it/shared/game/setlist'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { SourceSetlist, SourceTimes } from '../setlist-sources/source.ts'

/** `YYYY-MM-DD` text, never a Date in a local time zone. */
type Day = string
/** Written as a Date or ISO text, read as a Date. */
type Instant = ColumnType<Date, Date | string, Date | string>
type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type CreatedAt = ColumnType<Date, Date | string | undefined, never>
/** jsonb: parsed when read, written as text. */
type Json<T> = ColumnType<T, string, string>
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>

export type UsersTable = {
  id: GeneratedAlways<number>
  email: string | null
  display_name: string
  sort_name: string
  password_hash: string | null
  is_admin: Generated<boolean>
  email_verified_at: NullableInstant
  created_at: CreatedAt
  deleted_at: NullableInstant
  shows_picks: Generated<boolean>
  is_live_operator: Generated<boolean>
}

export type AvatarsTable = {
  user_id: number
  content_hash: string
  webp: Buffer
  created_at: CreatedAt
}

export type AuthTokensTable = {
  id: GeneratedAlways<number>
  user_id: number
  purpose: 'verify-email' | 'reset-password'
  token_hash: Buffer
  created_at: CreatedAt
  expires_at: Instant
  used_at: NullableInstant
  voided_at: NullableInstant
}

export type RegistrationsTable = {
  id: GeneratedAlways<number>
  email: string
  display_name: string
  password_hash: string
  shows_picks: boolean
  created_at: CreatedAt
}

export type RegistrationTokensTable = {
  token_hash: Buffer
  registration_id: number
  purpose: AuthTokensTable['purpose']
  created_at: CreatedAt
  expires_at: Instant
  voided_at: NullableInstant
}

export type SessionsTable = {
  sid: string
  sess: JSONColumnType<Record<string, unknown>>
  expire: Instant
  user_id: GeneratedAlways<number | null>
}

export type AuditLogTable = {
  id: GeneratedAlways<number>
  at: CreatedAt
  actor_id: number | null
  action: string
  subject: string | null
  address: string | null
  request_id: string | null
  details: Json<Record<string, unknown>>
}

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
  reason: 'position' | 'spelling' | 'slug'
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
}

export type VenueChoicesTable = {
  venue: string
  city: string
  time_zone: string | null
  early_starts_local: string | null
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

export type PredictionsTable = {
  id: GeneratedAlways<number>
  show_id: number
  user_id: number
  picks: Buffer
  version: Generated<number>
  created_at: CreatedAt
  updated_at: Generated<Date>
}

export type ScoreSetsTable = {
  id: GeneratedAlways<number>
  show_id: number
  revision_id: number
  run_id: number
  created_at: CreatedAt
}

export type ScoresTable = {
  score_set_id: number
  user_id: number
  total: number
  song_in_show: number
  song_in_set: number
  correct_song: number
  correct_special: number
  encore_in_set: number
}

export type StandingsTable = {
  board: number
  user_id: number
  total: number
  shows: number
  best: number
}

export type StandingsHistogramTable = {
  board: number
  total: number
  players: number
}

export type BoardTopsTable = {
  board: number
  user_ids: number[]
}

export type RunsTable = {
  id: GeneratedAlways<number>
  kind: RunKind
  subject: string
  order: Json<Record<string, unknown>>
  order_number: Generated<number>
  ordered_by: number | null
  state: ColumnType<RunState, RunState | undefined, RunState>
  done: Generated<number>
  total: number | null
  result: ColumnType<Record<string, unknown> | null, string | undefined, string | null>
  error: ColumnType<{ message: string; code: string } | null, string | undefined, string | null>
  claim: Generated<number>
  worker: string | null
  heartbeat_at: NullableInstant
  created_at: CreatedAt
  started_at: NullableInstant
  ended_at: NullableInstant
  topic_version: number | null
  request_id: string | null
}

export type OutboxTable = {
  id: Generated<string>
  job: string
  payload: Json<Record<string, unknown>>
  run_id: number | null
  created_at: CreatedAt
  next_at: Generated<Date>
  enqueued_at: NullableInstant
  attempt: Generated<number>
  failures: Generated<number>
  last_error: string | null
  done_at: NullableInstant
  dead_at: NullableInstant
  request_id: string | null
  traceparent: string | null
}

export type SettingsTable = {
  only_row: Generated<boolean>
  test_mode_enabled: Generated<boolean>
  site_overlay_enabled: Generated<boolean>
}

export type TopicVersionsTable = {
  topic: string
  version: number
  changed_at: Generated<Date>
}

export type InstallationFactsTable = {
  name: string
  value: Json<unknown>
}

export type Schema = {
  users: UsersTable
  avatars: AvatarsTable
  auth_tokens: AuthTokensTable
  registrations: RegistrationsTable
  registration_tokens: RegistrationTokensTable
  sessions: SessionsTable
  audit_log: AuditLogTable
  songs: SongsTable
  song_aliases: SongAliasesTable
  song_renames: SongRenamesTable
  tours: ToursTable
  shows: ShowsTable
  venue_choices: VenueChoicesTable
  setlist_revisions: SetlistRevisionsTable
  performances: PerformancesTable
  setlist_proposals: SetlistProposalsTable
  live_taps: LiveTapsTable
  live_claims: LiveClaimsTable
  live_boards: LiveBoardsTable
  source_readings: SourceReadingsTable
  source_permits: SourcePermitsTable
  predictions: PredictionsTable
  score_sets: ScoreSetsTable
  scores: ScoresTable
  standings: StandingsTable
  standings_histogram: StandingsHistogramTable
  board_tops: BoardTopsTable
  runs: RunsTable
  outbox: OutboxTable
  settings: SettingsTable
  topic_versions: TopicVersionsTable
  installation_facts: InstallationFactsTable
}
