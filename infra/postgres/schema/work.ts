import type { RunKind, RunState } from '@called-it/shared/contract/runs'
import type { RegistrationMode } from '@called-it/shared/contract/site'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { CreatedAt, Json, NullableInstant } from './columns.ts'

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
  /** Who may sign up; null where no admin has chosen. */
  registration: RegistrationMode | null
  registration_code: string | null
  restart_asked_at: NullableInstant
}

export type InstallationFactsTable = {
  name: string
  value: Json<unknown>
}
