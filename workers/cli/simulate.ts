import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { changeAndTell } from '@called-it/infra/live/change'
import { createLogger } from '@called-it/infra/observability/log'
import type { Database, Postgres } from '@called-it/infra/postgres/client'
import { lockStandings } from '@called-it/infra/postgres/queries/locks'
import { hasRealAccounts, removeSimulation } from '@called-it/infra/postgres/queries/simulation'
import { listTours } from '@called-it/infra/postgres/queries/tours'
import { parseSettings, publicUrl, settingFields } from '@called-it/infra/settings'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { topics } from '@called-it/shared/contract/live'
import { type Command, InvalidArgumentError } from 'commander'
import { createInProcessRuns, noPublisher } from '../in-process-runs.ts'
import { openSetlistSource } from '../setlist-source.ts'
import { ConnectError, connectSockets } from '../simulation/connect-sockets.ts'
import { simulate } from '../simulation/simulate.ts'
import { CliError } from './cli-error.ts'
import { withDatabase } from './database.ts'
import { openProgressLine } from './progress-line.ts'

type Options = {
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

/** The command that tries an installation with a crowd that does not exist. */
export function addSimulateCommand(program: Command): void {
  program
    .command('simulate')
    .description('fills the database with made-up fans, shows and predictions, and connects live sockets')
    .option('--fans <n>', 'so many simulated fans are there afterwards', parseCount, 1_000)
    .option('--shows <n>', 'adds so many played shows, with a prediction of every fan each', parseCount, 1)
    .option('--sockets <n>', 'live connections that are then opened and held until Ctrl-C', parseCount, 0)
    .option('--score', 'scores the new shows')
    .option('--url <url>', 'where the sockets connect; otherwise PUBLIC_URL')
    .option('--seconds <n>', 'closes the sockets after so long', parseCount)
    .option('--remove', 'takes away everything that was simulated, instead of adding to it')
    .option('--yes', 'goes on although the database has accounts of real people')
    .addHelpText('after', HELP)
    .action(run)
}

const HELP = `
A million predictions take about a minute and 200 MB. Nobody can log in as a simulated fan; they stand on the
boards once their shows are scored. Their addresses end in @simulated.example, and their shows are those of
the Simulated Tour. To take all of it away again, with what it brought to the boards:

  npm run cli -- simulate --remove

The command refuses a database in which somebody has an address that could be real (those of the demo and of
tests end in .example or .test), unless --yes is given.`

async function run(options: Options): Promise<void> {
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
async function fill(place: Place, { fans, shows }: Options): Promise<number[]> {
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

async function holdSockets({ sockets: count, url, seconds }: Options): Promise<void> {
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

function parseCount(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('It is not a whole number below ten million.')
  return Number(text)
}
