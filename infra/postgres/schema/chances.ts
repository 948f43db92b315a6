import type { ChancePage } from '@called-it/shared/contract/chances'
import type { ChosenMethod } from '@called-it/shared/game/chance/backtest'
import type { ChanceMethod } from '@called-it/shared/game/chance/song-chance'
import type { CreatedAt, Json, NullableInstant, ReplacedAt } from './columns.ts'

export type ChanceChoicesTable = {
  id: number
  method: ChanceMethod
  shows: number
  measured: Json<ChosenMethod['measured']>
  created_at: ReplacedAt
}

export type ShowChancesTable = {
  show_id: number
  method: ChanceMethod
  made_from: string
  page: Json<ChancePage>
  made_at: ReplacedAt
  frozen_at: NullableInstant
}

/** @property expected in the order of the 19 slots */
export type SongChancesTable = {
  show_id: number
  song_id: number
  chance: number
  expected: number[]
}

export const SYSTEM_PLAYERS = { machine: 1, crowd: 2 } as const

export type SystemPlayersTable = { id: number; name: string }

/** @property picks packed as in predictions */
export type SystemPredictionsTable = {
  show_id: number
  player: number
  picks: Buffer
  created_at: CreatedAt
  score: number | null
  better_players: number | null
}

export type ExpectedPointsTable = { show_id: number; user_id: number; points: number }

export type AboveExpectationTable = { user_id: number; shows: number; above: number }
