import type { Database } from '@called-it/infra/postgres/client'
import type { Show } from '@called-it/infra/postgres/queries/catalogue/shows'
import { countPredictions } from '@called-it/infra/postgres/queries/predictions/predictions'
import { keepById } from './kept-by-id.ts'

const MAX_SHOWS = 100
/** Counting a million takes 0.1 s, and everybody looks at one show before its lock. */
const MAX_AGE_MS = 10_000

export type CountPlayers = (show: Pick<Show, 'id' | 'readAt'>) => Promise<number>

/** How many have picked a show. */
export function openPlayerCounts(db: Database): CountPlayers {
  const kept = keepById<number>(MAX_SHOWS)
  return ({ id, readAt }) =>
    kept.find(id, String(Math.floor(readAt.getTime() / MAX_AGE_MS)), () => countPredictions(db, id))
}
