import type { TourStatistics } from '@called-it/shared/contract/tour-pages'
import type { CreatedAt, Day, Instant, Json, NullableInstant, ReplacedAt } from './columns.ts'

export type PickLocksTable = {
  show_id: number
  number: number
  locked_at: Instant
  showdate: Day
  salt_key: Buffer
  leaves: number
  root: Buffer | null
  nodes: Buffer | null
  first_users: number[]
  created_at: CreatedAt
  replaced_at: NullableInstant
}

export type PickCommitmentsTable = {
  show_id: number
  lock_no: number
  user_id: number
  leaf: Buffer
}

/** @property top user ids and totals of the first rows, in the order of the board */
export type StoredReplayStep = { histogram: string; top: [userId: number, total: number][] }

export type ReplaysTable = {
  show_id: number
  score_set_id: number
  steps: Json<StoredReplayStep[]>
  created_at: ReplacedAt
}

/** Counts all predictions of the show; `packHistogram` of shared/game packs the totals. */
export type StoredShowCounts = {
  players: number
  histogram: string
  /** How many have each played song; a merged song is the one that it is. */
  songs: [songId: number, players: number][]
}

/** The tour's totals after a show, and the show's own. */
export type StoredTourStep = { showId: number; players: number; histogram: string; show: StoredShowCounts }

export type TourHistoriesTable = {
  tour_id: number
  score_sets: number[]
  steps: Json<StoredTourStep[]>
  created_at: ReplacedAt
}

/** Players who showed their picks, each once, the winner first. */
export type StoredAwards = {
  most_improved: { userId: number; before: number; after: number }[]
  best_night: { userId: number; showId: number; total: number }[]
  boldest_call: { userId: number; showId: number; songId: number; gap: number }[]
}

export type SeasonsTable = {
  tour_id: number
  version: string
  awards: Json<StoredAwards>
  chunks: number
}

export type SeasonResultsTable = {
  tour_id: number
  version: string
  number: number
  players: Buffer
}

export type TourStatisticsTable = {
  tour_id: number
  version: string
  statistics: Json<TourStatistics>
}
