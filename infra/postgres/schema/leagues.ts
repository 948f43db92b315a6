import type { LeagueRole } from '@called-it/shared/contract/leagues'
import type { Generated, GeneratedAlways } from 'kysely'
import type { CreatedAt, NullableInstant } from './columns.ts'

export type LeaguesTable = {
  id: GeneratedAlways<number>
  name: string
  tour_id: number | null
  counts_from: 'all' | 'joining'
  drop_worst: number
  token: string
  code: string
  invited_since: Generated<Date>
  created_at: CreatedAt
  deleted_at: NullableInstant
}

export type LeagueMembersTable = {
  league_id: number
  user_id: number
  role: LeagueRole
  joined_at: Generated<Date>
  shows_presence: Generated<boolean>
}

export type LeagueRemovalsTable = { league_id: number; user_id: number; removed_at: Generated<Date> }
