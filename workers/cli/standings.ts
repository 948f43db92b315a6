import { changeAndTell } from '@called-it/infra/live/change'
import type { Database } from '@called-it/infra/postgres/client'
import { lockStandings } from '@called-it/infra/postgres/queries/locks'
import {
  rebuildStandings,
  type StandingsDifference,
  verifyStandings,
} from '@called-it/infra/postgres/queries/standings-count'
import { listTours } from '@called-it/infra/postgres/queries/tours'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { topics } from '@called-it/shared/contract/live'
import type { Command } from 'commander'
import { noPublisher } from '../in-process-runs.ts'
import { CliError } from './cli-error.ts'
import { withDatabase } from './database.ts'

/** The commands that look after the boards. Everything on them can be counted anew from the scores. */
export function addStandingsCommands(program: Command): void {
  const standings = program.command('standings').description('the boards, as counted from the scores')

  standings
    .command('verify')
    .description('compares every board with a fresh count; ends with 1 where they differ')
    .action(() => withDatabase(verifyBoards))

  standings.command('rebuild').description('counts every board anew, in one transaction').action(rebuild)
}

/** Compares every board with a fresh count and says how they stand; throws a CliError where they differ. */
export async function verifyBoards(db: Database): Promise<void> {
  const differences = await verifyStandings(db)
  if (differences.length === 0) {
    console.log('Every board is as a fresh count has it.')
    return
  }
  for (const difference of differences) console.log(describe(difference))
  throw new CliError('The boards differ from a fresh count. `standings rebuild` puts them right.')
}

async function rebuild(): Promise<void> {
  await withDatabase((db) =>
    changeAndTell(db, noPublisher, async (trx, changedTopics) => {
      await lockStandings(trx)
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
  return `${side.total} points in ${side.shows} shows, best ${side.best}`
}
