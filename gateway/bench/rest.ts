/**
 * What reads cost: `npm run bench:rest -- --help`.
 *
 * The gateway, as an operator starts it, answers the reads that every page begins with; a bare node:http server
 * answers the same bodies, made before (the limit). Beside them the same row is read by Kysely and by a named
 * statement of pg, both over Express alone. Clients are a process of their own; rates are answers per CPU second
 * of the server, since the machine may be shared.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BenchStores, withBenchStores } from '@called-it/infra/bench/bench-stores'
import { takeTurns } from '@called-it/infra/bench/frame'
import { makeLeaderboardWorld } from '@called-it/infra/bench/leaderboard-world'
import { readBenchOptions } from '@called-it/infra/bench/options'
import { openReport } from '@called-it/infra/bench/report'
import { fillSongs } from '@called-it/infra/postgres/queries/simulation'
import { type Asked, asking, serve } from './served.ts'

const options = readBenchOptions({
  requests: { full: 10_000, small: 3_000, help: 'requests that a contender answers in a round' },
  players: { full: 10_000, small: 1_000, help: 'players of the board' },
})

/** A round is asked for in so many parts, with the other contenders' between them: a shared machine slows down for moments. */
const PARTS = 20

const SONGS = 300
const UPCOMING_SHOWS = 12

const PROGRAMS = {
  gateway: path.join(import.meta.dirname, '../main.ts'),
  plain: path.join(import.meta.dirname, 'plain-server.ts'),
}
/** What pages begin with, and what is the same for everybody. */
const HOT_PATHS = {
  site: '/api/site',
  songs: '/api/songs/all',
  shows: '/api/shows/upcoming',
  board: '/api/leaderboard',
} as const

await withBenchStores(async (stores) => {
  const requests = Math.ceil(options.size('requests') / PARTS)
  const showId = await fillSite(stores)
  const folder = await mkdtemp(path.join(tmpdir(), 'called-it-bench-'))
  const gateway = await serve(PROGRAMS.gateway, [], {
    NODE_ENV: 'production',
    PORT: '0',
    DATABASE_URL: stores.databaseUrl,
    REDIS_URL: stores.redisUrl,
    SESSION_SECRET: 'only benchmarks are signed with this secret',
    DATA_DIR: folder,
  })
  const pairs = []
  for (const [name, read] of Object.entries(HOT_PATHS)) {
    const file = path.join(folder, `${name}.json`)
    await writeFile(file, await (await fetch(gateway.url + read)).text())
    const plain = await serve(PROGRAMS.plain, [stores.databaseUrl, file, String(showId)])
    pairs.push({
      plain,
      name,
      limit: asking(`${name}: prebuilt, bare http`, plain, { path: '/prebuilt', requests }),
      ours: asking(`${name}: gateway`, gateway, { path: read, requests }),
    })
  }
  const [first] = pairs
  if (!first) throw new Error('nothing is read')
  const named = asking('a show: pg, named statement', first.plain, { path: '/named', requests })
  const kysely = asking('a show: Kysely', first.plain, { path: '/kysely', requests })
  const all = [...pairs.flatMap(({ limit, ours }) => [limit, ours]), named, kysely]
  try {
    await takeTurns(all, { rounds: options.rounds * PARTS, warmUp: true })
  } finally {
    for (const { stop } of all) await stop()
    for (const { plain } of pairs) await plain.stop()
    await gateway.stop()
    await rm(folder, { recursive: true })
  }

  const report = openReport('rest', options, stores.versions)
  for (const asked of all) report.figure(asked.name, 'answers / CPU s', ratesOf(asked))
  for (const { name, limit, ours } of pairs) {
    report.ratio(`${name}: gateway ÷ bare http`, ratesOf(ours), ratesOf(limit))
  }
  report.ratio(
    'all of them: gateway ÷ bare http',
    asOften(pairs.map(({ ours }) => ours)),
    asOften(pairs.map(({ limit }) => limit)),
    'G10',
  )
  report.ratio('Kysely ÷ named statement', ratesOf(kysely), ratesOf(named), 'G11')
  report.check(
    'every answer was a 200',
    all.every(({ series }) => series('failed').every((failed) => failed === 0)),
  )
  report.finish()
})

/** Answers per CPU second, round by round: over all of its parts, since what comes once in several belongs to them as well. */
function ratesOf({ series }: Asked): number[] {
  const [requests, cpuSeconds] = [series('requests'), series('cpuSeconds')]
  const sum = (parts: readonly number[], round: number) =>
    parts.slice(round * PARTS, (round + 1) * PARTS).reduce((total, part) => total + part, 0)
  return Array.from(
    { length: requests.length / PARTS },
    (_, round) => sum(requests, round) / sum(cpuSeconds, round),
  )
}

/** Answers per CPU second where each of them is asked for as often as any other, round by round. */
function asOften(contenders: readonly Asked[]): number[] {
  const rates = contenders.map(ratesOf)
  return (rates[0] ?? []).map(
    (_, round) => rates.length / rates.reduce((sum, rate) => sum + 1 / (rate[round] ?? Number.NaN), 0),
  )
}

/** Songs, shows to come and a board. Answers with a show. */
async function fillSite({ db, pool }: BenchStores): Promise<number> {
  const players = options.size('players')
  await fillSongs(db, SONGS)
  const { newShow, tourId } = await makeLeaderboardWorld(db, { players, scores: players / 10 })
  await pool.query(
    `INSERT INTO shows (source, source_id, tour_id, showdate, venue, city, state, country)
     SELECT 'bench', number, $1, current_date + number::integer, 'A Hall', 'Harborview', 'ME', 'USA'
     FROM generate_series(1, $2::integer) AS number`,
    [tourId, UPCOMING_SHOWS],
  )
  return newShow.id
}
