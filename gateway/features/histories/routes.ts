import type { Database } from '@called-it/infra/postgres/client'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import { listActualSetlists } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { getMergedSongs } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import {
  findTourHistory,
  listOwnCards,
  listScoredShows,
  type OwnCard,
  type ScoredShow,
} from '@called-it/infra/postgres/queries/standings/tour-histories'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import type { StoredTourStep } from '@called-it/infra/postgres/schema/builds'
import type { ResponseBody } from '@called-it/shared/contract/endpoint'
import type { Endpoints } from '@called-it/shared/contract/endpoints'
import { BEST_CALLS, type PastCard } from '@called-it/shared/contract/histories'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import { type MergedSongs, resolveSong } from '@called-it/shared/game/merged-songs'
import { pointsOfVersion } from '@called-it/shared/game/points'
import { scorePrediction } from '@called-it/shared/game/scoring'
import type { ActualSetlist } from '@called-it/shared/game/setlist'
import { rankByTotal } from '@called-it/shared/game/standings'
import type { Handlers } from '../../http/handler.ts'
import { presentPicks } from '../../resources/picked-songs.ts'
import { readSongNames, type SongNames } from '../../resources/song-names.ts'
import { getTour } from '../../resources/tour.ts'
import type { Builds } from '../../runs/builds.ts'

type HistoryParts = { readonly db: Database; readonly builds: Builds }

export function historyRoutes(parts: HistoryParts): Pick<Handlers, 'getHistory'> {
  return { getHistory: ({ params, user }) => readHistory(parts, params.tourId, user) }
}

/**
 * A user's cards of a tour. What follows from the scores of all players is stored; until it is, cards have no ranks.
 *
 * @throws ApiError `tour_not_found`
 */
async function readHistory(
  { db, builds }: HistoryParts,
  tourId: number,
  { id: userId }: User,
): Promise<ResponseBody<Endpoints['getHistory']>> {
  await getTour(db, tourId)
  const { cards, scored, history, setlists, merged } = await inSnapshot(db, async (trx) => {
    const scored = await listScoredShows(trx, tourId)
    return {
      scored,
      cards: await listOwnCards(trx, { tourId, userId }),
      history: await findTourHistory(trx, tourId),
      setlists: await listActualSetlists(
        trx,
        scored.map(({ revisionId }) => revisionId),
      ),
      merged: await getMergedSongs(trx),
    }
  })
  // Up to the first show with other scores.
  const differs = scored.findIndex(({ scoreSetId }, index) => history?.scoreSets[index] !== scoreSetId)
  const steps = (history?.steps ?? []).slice(0, differs < 0 ? scored.length : differs)
  const isComputing = cards.length > 0 && steps.length < scored.length
  if (isComputing) await builds.start('build-tour-history', { tourId })
  const names = await readSongNames(
    db,
    cards.map(({ picks }) => picks),
  )
  return {
    cards: presentCards(cards, { scored, steps, setlists, merged, names }),
    is_computing: isComputing,
  }
}

type Tour = {
  scored: readonly ScoredShow[]
  steps: readonly StoredTourStep[]
  /** By revision. */
  setlists: ReadonlyMap<number, ActualSetlist>
  merged: MergedSongs
  names: SongNames
}

/** @param cards oldest first */
function presentCards(cards: readonly OwnCard[], tour: Tour): PastCard[] {
  const steps = new Map(tour.steps.map((step) => [step.showId, step]))
  let sum = 0
  return cards.map((card) => {
    sum += card.score ?? 0
    const step = card.score === null ? undefined : steps.get(card.show_id)
    return {
      show: { ...card.show, is_cancelled: card.isCancelled },
      picks: presentPicks(card.picks, tour.names),
      total: card.score,
      place: step && card.score !== null ? placeOf(card.score, step.show) : null,
      tour: step ? placeOf(sum, step) : null,
      best: step ? bestCalls(card, step, tour) : [],
    }
  })
}

function placeOf(total: number, { players, histogram }: Pick<StoredTourStep, 'players' | 'histogram'>) {
  return { rank: rankByTotal(unpackHistogram(histogram))(total), players }
}

function bestCalls(
  { show_id, picks }: OwnCard,
  { show }: StoredTourStep,
  { scored, setlists, merged, names }: Tour,
): PastCard['best'] {
  const scoredBy = scored.find(({ id }) => id === show_id)
  const actual = setlists.get(scoredBy?.revisionId ?? 0)
  if (!scoredBy || !actual) return []
  const counts = new Map(show.songs)
  return scorePrediction(picks, actual, merged, null, pointsOfVersion(scoredBy.pointsVersion))
    .hits.map(({ songId, points }) => {
      const song = { id: names.idOf(songId), name: names.nameOf(songId) }
      return { song, points, players: counts.get(resolveSong(merged, songId)) ?? 0 }
    })
    .toSorted((one, other) => other.points - one.points || one.players - other.players)
    .slice(0, BEST_CALLS)
}
