/** Fills a database with generated fans, shows and predictions, and holds live connections. See `--help`. */
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { changeAndPublish } from '@called-it/infra/events/change'
import { noPublisher } from '@called-it/infra/events/publisher'
import { openPostgres, type Postgres } from '@called-it/infra/postgres/client'
import { listTours } from '@called-it/infra/postgres/queries/catalogue/tours'
import { holdLock } from '@called-it/infra/postgres/queries/work/advisory-locks'
import { topics } from '@called-it/shared/contract/events'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { createInProcessRunner } from '@called-it/workers/runs/in-process-runner'
import { openSetlistSource } from '@called-it/workers/runs/setlist-source'
import { io } from 'socket.io-client'
import { hasRealAccounts, removeSimulation } from '../support/simulation/queries.ts'
import { simulate } from '../support/simulation/simulate.ts'

const HELP = `node tests/load/simulate.ts [options], with DATABASE_URL set

  --fans <n>      generated fans in the database afterwards (1000)
  --shows <n>     played shows to add, each with a prediction of every fan (1)
  --score         scores the new shows
  --sockets <n>   live connections to hold until Ctrl-C (0)
  --url <url>     the site that the sockets connect to
  --seconds <n>   closes the sockets after this time
  --remove        removes everything that was generated

A million predictions take about a minute and 200 MB. Nobody can log in as a generated fan. The database may
have no accounts but those whose addresses end in .example or .test.`

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const

const { values: options } = parseArgs({
  options: {
    help: flag,
    fans: { ...text, default: '1000' },
    shows: { ...text, default: '1' },
    score: flag,
    sockets: { ...text, default: '0' },
    url: { ...text, default: 'http://127.0.0.1:3000' },
    seconds: text,
    remove: flag,
  },
})

/** At a time, so that a gateway's limit on new connections is not reached. */
const CONNECT_BATCH = 100

function readCount(given: string): number {
  if (!/^\d{1,7}$/.test(given)) throw new Error(`${given} is not a number below ten million`)
  return Number(given)
}

async function changeDatabase({ db, pool }: Postgres): Promise<void> {
  if (await hasRealAccounts(db)) throw new Error('This database has accounts of real people.')
  if (options.remove) return remove(db)
  const counts = { fans: readCount(options.fans), shows: readCount(options.shows) }
  const shows = await simulate({ db, pool }, counts)
  console.log(`${counts.fans} fans and ${counts.shows} shows are in the database.`)
  if (!options.score) return
  const source = openSetlistSource(db, { name: 'demo', options: { anchor: null } })
  const runner = createInProcessRunner({ db, pool, source, worker: `simulate:${process.pid}` })
  for (const { id } of shows) await runner.run('score-show', { showId: id, fetchSetlist: false })
  console.log(`${shows.length} shows are scored.`)
}

async function remove(db: Postgres['db']): Promise<void> {
  const { fans, shows } = await changeAndPublish(db, noPublisher, async (trx, changed) => {
    await holdLock(trx, 'standings')
    const tours = await listTours(trx)
    const removed = await removeSimulation(trx)
    changed.add(topics.catalogue)
    for (const board of [GLOBAL_BOARD, ...tours.map(({ id }) => id)]) changed.add(topics.board(board))
    return removed
  })
  console.log(`${fans} fans and ${shows} shows are removed.`)
}

async function holdSockets(count: number): Promise<void> {
  let events = 0
  let lost = 0
  const sockets = Array.from({ length: count }, () =>
    io(options.url, { transports: ['websocket'], forceNew: true, reconnection: false, autoConnect: false }),
  )
  for (let start = 0; start < count; start += CONNECT_BATCH) {
    await Promise.all(
      sockets.slice(start, start + CONNECT_BATCH).map((socket) => {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        socket.on('connect', resolve).on('connect_error', reject)
        socket.on('disconnect', () => void lost++).onAny(() => void events++)
        socket.connect()
        return promise
      }),
    )
  }
  console.log(`${count} sockets are connected to ${options.url}.`)
  const timeUp = options.seconds === undefined ? [] : [wait(readCount(options.seconds) * 1_000)]
  await Promise.race([once(process, 'SIGINT'), ...timeUp])
  console.log(`They received ${events} events; ${lost} connections were lost.`)
  for (const socket of sockets) socket.disconnect()
}

async function run(): Promise<void> {
  const postgres = openPostgres({
    url: process.env.DATABASE_URL ?? '',
    program: 'simulate',
    maxConnections: 4,
    onConnectionError: () => undefined,
  })
  await changeDatabase(postgres).finally(postgres.close)
  const sockets = readCount(options.sockets)
  if (!options.remove && sockets > 0) await holdSockets(sockets)
}

if (options.help) {
  console.log(HELP)
} else {
  try {
    await run()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
