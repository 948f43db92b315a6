import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { changeAndTell } from '@called-it/infra/live/change'
import { noPublisher } from '@called-it/infra/live/publisher'
import { createLogger } from '@called-it/infra/observability/log'
import type { Database, Postgres } from '@called-it/infra/postgres/client'
import { lockStandings } from '@called-it/infra/postgres/queries/locks'
import { hasRealAccounts, removeSimulation } from '@called-it/infra/postgres/queries/simulation'
import { listTours } from '@called-it/infra/postgres/queries/tours'
import { parseSettings, publicUrl, settingFields } from '@called-it/infra/settings'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { topics } from '@called-it/shared/contract/live'
import { createInProcessRuns } from '../runs/in-process-runs.ts'
import { openSetlistSource } from '../runs/setlist-source.ts'
import { ConnectError, connectSockets } from '../simulation/connect-sockets.ts'
import { simulate } from '../simulation/simulate.ts'
import { CliError } from './cli-error.ts'
import { withDatabase } from './database.ts'
import { openProgressLine } from './progress-line.ts'

export type SimulateOptions = {
  fans: number
  shows: number
  sockets: number
  score?: boolean
  url?: string
  seconds?: number
  remove?: boolean
  yes?: boolean
}

const TELL_EVERY_MS = 1_000

/** Fills the database with a crowd that does not exist and connects its sockets, or takes it away again. */
export async function simulateCrowd(options: SimulateOptions): Promise<void> {
  await withDatabase(async (db, pool) => {
    if (!options.yes && (await hasRealAccounts(db))) {
      throw new CliError('This database has accounts of real people. --yes does it all the same.')
    }
    if (options.remove) return remove(db)
    const showIds = await fill({ db, pool }, options)
    if (options.score) await score({ db, pool }, showIds)
  })
  if (!options.remove && options.sockets > 0) await holdSockets(options)
}

type Place = { db: Database; pool: Postgres['pool'] }

/** Answers with the new shows. */
async function fill(place: Place, { fans, shows }: SimulateOptions): Promise<number[]> {
  const line = openProgressLine()
  const begunAt = performance.now()
  const added = await simulate(place, { fans, shows }, (doing) => line.show(`making ${doing} …`)).finally(
    line.clear,
  )
  const seconds = ((performance.now() - begunAt) / 1000).toFixed(1)
  console.log(
    `${fans} fans and ${shows} shows with ${fans * shows} predictions are there, after ${seconds} s.`,
  )
  return added.map(({ id }) => id)
}

async function score({ db, pool }: Place, showIds: readonly number[]): Promise<void> {
  const line = openProgressLine()
  const { SETLIST_SOURCE } = parseSettings({ SETLIST_SOURCE: settingFields.SETLIST_SOURCE }, process.env)
  const source = openSetlistSource(db, SETLIST_SOURCE)
  const log = createLogger('cli', 'silent')
  const runs = createInProcessRuns({ db, pool, source, worker: `cli:${process.pid}`, log })
  for (const [index, showId] of showIds.entries()) {
    line.show(`scoring show ${index + 1} of ${showIds.length} …`)
    await runs.carryOut('score-show', { showId, fetchSetlist: false }).finally(line.clear)
  }
  console.log(`${showIds.length} shows are scored.`)
}

async function remove(db: Database): Promise<void> {
  const { fans, shows } = await changeAndTell(db, noPublisher, async (trx, changed) => {
    await lockStandings(trx)
    const tours = await listTours(trx)
    const removed = await removeSimulation(trx)
    changed.add(topics.catalogue)
    for (const board of [GLOBAL_BOARD, ...tours.map(({ id }) => id)]) changed.add(topics.board(board))
    return removed
  })
  console.log(`${fans} simulated fans and ${shows} shows are gone, and the boards are counted anew.`)
}

async function holdSockets({ sockets: count, url, seconds }: SimulateOptions): Promise<void> {
  const line = openProgressLine()
  const site = url ?? siteUrl()
  const sockets = await connectSockets(site, count, (joined) =>
    line.show(`connecting … ${joined} of ${count}`),
  )
    .catch((error: unknown) => {
      throw error instanceof ConnectError
        ? new CliError(`${error.message} Is the site running there?`)
        : error
    })
    .finally(line.clear)
  console.log(`${count} sockets are connected to ${site}.`)
  const timer = setInterval(() => {
    const { open, events, lost } = sockets.count()
    line.show(`${open} connected, ${lost} lost, ${events} events so far; Ctrl-C ends it`)
  }, TELL_EVERY_MS)
  await Promise.race([once(process, 'SIGINT'), ...(seconds === undefined ? [] : [wait(seconds * 1000)])])
  clearInterval(timer)
  line.clear()
  const { events, lost } = sockets.count()
  sockets.close()
  console.log(`They got ${events} live events, and ${lost} connections were lost.`)
}

function siteUrl(): string {
  const { PUBLIC_URL, HOST, PORT } = settingFields
  return publicUrl(parseSettings({ PUBLIC_URL, HOST, PORT }, process.env))
}
