/** Responses per CPU second of the server: `npm run bench:rest`. The limit is bare node:http with the same bodies. */
import path from 'node:path'
import { z } from 'zod'
import { fillSongs } from '../support/simulation/queries.ts'
import { forkProgram } from './forked.ts'
import { readOptions } from './options.ts'
import { cpuSecondsOf } from './process-usage.ts'
import { openReport } from './report.ts'
import { type Candidate, candidate, takeTurns } from './runner.ts'
import { fillScoredBoard } from './scored-board.ts'
import { sumOf } from './stats.ts'
import { type Server, type System, withSystem } from './system.ts'

const options = readOptions({
  requests: { full: 60_000, small: 20_000, help: 'requests to a candidate in a round' },
  players: { full: 10_000, small: 1_000, help: 'players of the board' },
})

/** A shared machine slows down for moments: a round is split into parts, between those of the other candidates. */
const PARTS = 20
const SONGS = 300
const UPCOMING_SHOWS = 12
const PLAIN_SERVER = path.join(import.meta.dirname, 'plain-server.ts')
/** First requests of every page, with the same response for everybody. */
const CACHED_PATHS = {
  site: '/api/site',
  songs: '/api/songs/all',
  shows: '/api/shows/upcoming',
  board: '/api/leaderboard',
}

type ServerCost = Candidate<'requests' | 'cpuSeconds' | 'failed'>

await withSystem(async (system) => {
  const showId = await fillSite(system)
  const gateway = await system.startGateway()
  const paths = Object.values(CACHED_PATHS)
  const plain = await system.startServer(PLAIN_SERVER, [String(showId), gateway.url, ...paths])
  const clients: ReturnType<typeof forkProgram>[] = []
  try {
    const requests = Math.ceil(options.size('requests') / PARTS)
    const asking = (name: string, { url, pid }: Server, requestPath: string): ServerCost => {
      const client = forkProgram('rest-client.ts', [url + requestPath])
      clients.push(client)
      return candidate(name, async () => {
        const cpuBefore = cpuSecondsOf(pid)
        const failed = z.int().parse(await client.ask(requests))
        return { requests, cpuSeconds: cpuSecondsOf(pid) - cpuBefore, failed }
      })
    }
    const pairs = []
    for (const [name, read] of Object.entries(CACHED_PATHS)) {
      const limit = asking(`${name}: prebuilt, bare http`, plain, `/prebuilt${read}`)
      pairs.push({ name, limit, ours: asking(`${name}: gateway`, gateway, read) })
    }
    const named = asking('a show: pg, named statement', plain, '/named')
    const kysely = asking('a show: Kysely', plain, '/kysely')
    const all = [...pairs.flatMap(({ limit, ours }) => [limit, ours]), named, kysely]
    await takeTurns(all, { rounds: options.rounds * PARTS, warmUp: true })

    const report = openReport('rest', options, system.versions)
    for (const cost of all) report.metric(cost.name, 'responses / CPU s', ratesOf(cost))
    for (const { name, limit, ours } of pairs) {
      report.ratio(`${name}: gateway ÷ bare http`, ratesOf(ours), ratesOf(limit))
    }
    report.ratio(
      'all of them: gateway ÷ bare http',
      meanRates(pairs.map(({ ours }) => ours)),
      meanRates(pairs.map(({ limit }) => limit)),
      'G10',
    )
    report.ratio('Kysely ÷ named statement', ratesOf(kysely), ratesOf(named), 'G11')
    report.check(
      'every response was a 200',
      all.every(({ series }) => sumOf(series('failed')) === 0),
    )
    report.finish()
  } finally {
    for (const { stop } of clients) await stop()
  }
})

/** Responses per CPU second of a round, from the sums of its parts: garbage of one part is collected in another. */
function ratesOf({ series }: ServerCost): number[] {
  const requests = series('requests')
  const cpuSeconds = series('cpuSeconds')
  const sumOfRound = (values: readonly number[], round: number) =>
    sumOf(values.slice(round * PARTS, (round + 1) * PARTS))
  return Array.from(
    { length: requests.length / PARTS },
    (_, round) => sumOfRound(requests, round) / sumOfRound(cpuSeconds, round),
  )
}

/** Responses per CPU second where each path is requested as often as any other, round by round. */
function meanRates(costs: readonly ServerCost[]): number[] {
  const rates = costs.map(ratesOf)
  return (rates[0] ?? []).map(
    (_, round) => rates.length / sumOf(rates.map((rate) => 1 / (rate[round] ?? Number.NaN))),
  )
}

/** Songs, upcoming shows and a board; returns the id of a show. */
async function fillSite({ db, pool }: System): Promise<number> {
  const players = options.size('players')
  await fillSongs(db, SONGS)
  const { newShow, tourId } = await fillScoredBoard(db, { players, scores: players / 10 })
  await pool.query(
    `INSERT INTO shows (source, source_id, tour_id, showdate, venue, city, state, country)
     SELECT 'bench', number, $1, current_date + number::integer, 'A Hall', 'Harborview', 'ME', 'USA'
     FROM generate_series(1, $2::integer) AS number`,
    [tourId, UPCOMING_SHOWS],
  )
  return newShow.id
}
