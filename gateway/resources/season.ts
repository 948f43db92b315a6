import type { Database } from '@called-it/infra/postgres/client'
import { countShowsOfTourOver } from '@called-it/infra/postgres/queries/catalogue/tours-over'
import { inSnapshot } from '@called-it/infra/postgres/queries/live/snapshot'
import { getTopicVersion } from '@called-it/infra/postgres/queries/live/topic-versions'
import { findShownPlayers } from '@called-it/infra/postgres/queries/predictions/shown-players'
import {
  findBestNight,
  findBoldestCall,
  findMostImproved,
} from '@called-it/infra/postgres/queries/seasons/season-awards'
import { countPlayers, listBoard } from '@called-it/infra/postgres/queries/standings/standings'
import { topics } from '@called-it/shared/contract/live'
import { SEASON_ROWS, type Season } from '@called-it/shared/contract/seasons'
import pLimit from 'p-limit'
import { ApiError } from '../http/errors.ts'
import { presentBoardRow } from './board-row.ts'
import { keepById } from './kept-by-id.ts'
import { presentPlayer } from './named-player.ts'
import { getTour, presentTour } from './tour.ts'

const MAX_TOURS = 200
/** Feats are found after the scores, and players begin to show their picks, without an event. */
const AWARDS_AGE_MS = 60_000

/** @throws ApiError `tour_not_found`, `tour_not_over` */
export type ReadSeason = (tourId: number) => Promise<Season>

/** Awards are kept for a minute, and read one tour at a time. A player who hides the picks meanwhile loses them. */
export function openSeasons(db: Database): ReadSeason {
  const kept = keepById<Awards>(MAX_TOURS)
  const oneAtATime = pLimit(1)

  return async (tourId) => {
    const tour = await getTour(db, tourId)
    const { shows, players, rows, version } = await readTable(db, tourId)
    const key = `${version} ${Math.floor(Date.now() / AWARDS_AGE_MS)}`
    const awards = await kept.find(tourId, key, () => oneAtATime(() => readAwards(db, tourId)))
    return {
      tour: presentTour(tour),
      shows,
      players,
      table: rows.map(presentBoardRow),
      awards: await nameWinners(db, awards),
    }
  }
}

function readTable(db: Database, tourId: number) {
  return inSnapshot(db, async (trx) => {
    const shows = await countShowsOfTourOver(trx, tourId)
    if (shows === null) throw new ApiError('tour_not_over')
    const { rows } = await listBoard(trx, tourId, { limit: SEASON_ROWS })
    return {
      shows,
      rows,
      players: await countPlayers(trx, tourId),
      version: await getTopicVersion(trx, topics.board(tourId)),
    }
  })
}

type Awards = Awaited<ReturnType<typeof readAwards>>

async function readAwards(db: Database, tourId: number) {
  return {
    most_improved: await findMostImproved(db, tourId),
    best_night: await findBestNight(db, tourId),
    boldest_call: await findBoldestCall(db, tourId),
  }
}

async function nameWinners(db: Database, awards: Awards): Promise<Season['awards']> {
  const winners = Object.values(awards).flatMap((award) => (award ? [award.userId] : []))
  const shown = await findShownPlayers(db, winners)
  function name<Award extends { userId: number }>(award: Award | null) {
    if (award === null) return null
    const { userId, ...won } = award
    const player = shown.get(userId)
    return player ? { ...won, player: presentPlayer(player) } : null
  }
  return {
    most_improved: name(awards.most_improved),
    best_night: name(awards.best_night),
    boldest_call: name(awards.boldest_call),
  }
}
