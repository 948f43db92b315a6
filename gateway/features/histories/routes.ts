import type { Database } from '@called-it/infra/postgres/client'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import { listActualSetlists } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { getMergedSongs } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import {
  findTourHistory,
  listOwnCards,
  listScoredShows,
} from '@called-it/infra/postgres/queries/standings/tour-histories'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import type { ResponseBody } from '@called-it/shared/contract/endpoint'
import type { Endpoints } from '@called-it/shared/contract/endpoints'
import type { Handlers } from '../../http/handler.ts'
import { readSongNames } from '../../resources/song-names.ts'
import { getTour } from '../../resources/tour.ts'
import type { Builds } from '../../runs/builds.ts'
import { presentCards } from './presenter.ts'

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
