import type { Database } from '@called-it/infra/postgres/client'
import { getScoreHistogram } from '@called-it/infra/postgres/queries/standings/scores'
import { playersIn, rankByTotal } from '@called-it/shared/game/standings'
import pLimit from 'p-limit'
import { keepById } from '../../resources/kept-by-id.ts'

/** 1 kB for a show. */
const MAX_SHOWS = 5_000

type Ranks = { readonly players: number; readonly rankOf: (total: number) => number }

export type ShowRanks = { find(showId: number, scoreSetId: number): Promise<Ranks> }

/** Reads a score set, which never changes, once, and one at a time: a player may have sixty large ones. */
export function openShowRanks(db: Database): ShowRanks {
  const kept = keepById<Ranks>(MAX_SHOWS)
  const oneAtATime = pLimit(1)

  async function read(scoreSetId: number): Promise<Ranks> {
    const histogram = await getScoreHistogram(db, scoreSetId)
    return { players: playersIn(histogram), rankOf: rankByTotal(histogram) }
  }

  return {
    find: (showId, scoreSetId) =>
      kept.find(showId, String(scoreSetId), () => oneAtATime(() => read(scoreSetId))),
  }
}
