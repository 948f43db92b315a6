import type { BackupFailure, RestoreFindings } from '@called-it/shared/contract/backup-work'
import type { Generated, GeneratedAlways } from 'kysely'
import type { CreatedAt, NullableInstant, NullableJson, ReplacedAt } from './columns.ts'

export type StoredSettingsTable = {
  name: string
  value: string
  changed_at: ReplacedAt
}

export type SetupCodeTable = {
  only_row: Generated<boolean>
  code_hash: Buffer
  created_at: ReplacedAt
}

export type BackupWorkKind = 'write' | 'verify' | 'restore'
export type BackupWorkState = 'waiting' | 'running' | 'done' | 'failed'

export type BackupWorkTable = {
  id: GeneratedAlways<number>
  kind: BackupWorkKind
  file: string
  state: Generated<BackupWorkState>
  rows: Generated<number>
  restore_point: string | null
  error: BackupFailure | null
  findings: NullableJson<RestoreFindings>
  is_scheduled: Generated<boolean>
  created_at: CreatedAt
  started_at: NullableInstant
  ended_at: NullableInstant
}
