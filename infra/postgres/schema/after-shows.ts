import type { CreatedAt, Day, Instant, Json, NullableInstant } from './columns.ts'

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
  created_at: CreatedAt
}

/** The tour's totals after a show, packed by `packHistogram` of shared/game. */
export type StoredTourStep = { showId: number; players: number; histogram: string }

export type TourHistoriesTable = {
  tour_id: number
  score_sets: number[]
  steps: Json<StoredTourStep[]>
  created_at: CreatedAt
}
