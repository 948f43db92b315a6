import type { Database } from '@called-it/infra/postgres/client'
import { getScoredBy } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { listPlayed } from '@called-it/infra/postgres/queries/live/played-songs'
import { listShownPlayers } from '@called-it/infra/postgres/queries/players/players'
import { findReplay } from '@called-it/infra/postgres/queries/standings/tour-histories'
import type { StoredReplayStep } from '@called-it/infra/postgres/schema/builds'
import { ApiError } from '../../http/errors.ts'
import { Accepted } from '../../http/handler.ts'
import { getShowWithPublicPicks } from '../../resources/show.ts'
import type { Builds } from '../../runs/builds.ts'
import { presentReplay } from './presenter.ts'

export type ReplayParts = { readonly db: Database; readonly builds: Builds }

/**
 * The replay of the present scores. The first request has it computed.
 *
 * @throws ApiError `show_not_found`, `show_cancelled`, `picks_open`, `show_not_scored`; `unavailable` after a failure
 */
export async function readReplay({ db, builds }: ReplayParts, showId: number, disconnected: AbortSignal) {
  const { scoreSetId } = await getShowWithPublicPicks(db, showId)
  if (scoreSetId === null) throw new ApiError('show_not_scored')
  const steps = await builds.find(
    'build-replay',
    { showId },
    () => findReplay(db, showId, scoreSetId),
    disconnected,
  )
  return steps ? readNames(db, scoreSetId, steps) : new Accepted({ status: 'computing' as const })
}

async function readNames(db: Database, scoreSetId: number, steps: readonly StoredReplayStep[]) {
  const userIds = [...new Set(steps.flatMap(({ top }) => top.map(([userId]) => userId)))]
  const { revisionId, points } = await getScoredBy(db, scoreSetId)
  const played = await listPlayed(db, revisionId)
  const players = await listShownPlayers(db, userIds)
  return { ...presentReplay({ steps, played, userIds, players }), points }
}
