import { changeAndPublish } from '@called-it/infra/events/change'
import { noPublisher } from '@called-it/infra/events/publisher'
import type { Database } from '@called-it/infra/postgres/client'
import { listTours } from '@called-it/infra/postgres/queries/catalogue/tours'
import { listOutdatedShows } from '@called-it/infra/postgres/queries/standings/score-sets'
import {
  rebuildStandings,
  type StandingsDifference,
  verifyStandings,
} from '@called-it/infra/postgres/queries/standings/standings-moves'
import { holdLock } from '@called-it/infra/postgres/queries/work/advisory-locks'
import { insertRun } from '@called-it/infra/postgres/queries/work/runs'
import { counted } from '@called-it/shared/contract/counted'
import { topics } from '@called-it/shared/contract/events'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { POINTS_VERSION } from '@called-it/shared/game/points'
import { CliError } from './cli-error.ts'
import { withCurrentDatabase, withDatabase } from './database.ts'

export function verify(): Promise<void> {
  return withDatabase(verifyBoards)
}

export async function verifyBoards(db: Database): Promise<void> {
  for (const { id, date, venue, pointsVersion } of await listOutdatedShows(db)) {
    console.log(
      `Show ${id} (${date}, ${venue}) is scored by table ${pointsVersion} of points, not by the current table ${POINTS_VERSION}. \`rescore --outdated\` scores it again.`,
    )
  }
  const differences = await verifyStandings(db)
  if (differences.length === 0) {
    console.log('Every board is as a fresh count has it.')
    return
  }
  for (const difference of differences) console.log(describe(difference))
  throw new CliError('The boards differ from a fresh count. `standings rebuild` puts them right.')
}

export async function rescoreOutdated(): Promise<void> {
  const count = await withCurrentDatabase((db) =>
    changeAndPublish(db, noPublisher, async (trx, changedTopics) => {
      const shows = await listOutdatedShows(trx)
      for (const { id } of shows) {
        const order = { showId: id, fetchSetlist: false }
        await insertRun(trx, { kind: 'score-show', order, orderedBy: null })
      }
      if (shows.length > 0) changedTopics.add(topics.runs)
      return shows.length
    }),
  )
  if (count === 0) console.log('Every show is scored by the current points.')
  else console.log(`The workers will score ${counted(count, 'show')} again.`)
}

export async function rebuild(): Promise<void> {
  await withCurrentDatabase((db) =>
    changeAndPublish(db, noPublisher, async (trx, changedTopics) => {
      await holdLock(trx, 'standings')
      await rebuildStandings(trx)
      const tours = await listTours(trx)
      for (const board of [GLOBAL_BOARD, ...tours.map(({ id }) => id)]) changedTopics.add(topics.board(board))
    }),
  )
  console.log('Every board is counted anew.')
}

function describe(difference: StandingsDifference): string {
  const board = difference.board === GLOBAL_BOARD ? 'all shows' : `tour ${difference.board}`
  const row =
    difference.table === 'standings' ? `user ${difference.userId}` : `players with ${difference.total} points`
  return `${board}, ${row}: ${print(difference.kept)} on the board, ${print(difference.counted)} counted`
}

function print(side: StandingsDifference['kept']): string {
  if (side === null) return 'nothing'
  if (typeof side === 'number') return String(side)
  return `${counted(side.total, 'point')} in ${counted(side.shows, 'show')}, best ${side.best}`
}
