import type { Generated, GeneratedAlways } from 'kysely'
import type { CreatedAt } from './columns.ts'

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
  points_version: Generated<number>
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
