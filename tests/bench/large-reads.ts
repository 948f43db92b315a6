/** Reads that large tours, leagues and searches cost, on an idle gateway: `npm run bench:reads`. */
import { packPicks } from '@called-it/shared/game/bulk/packed-picks'
import { sql } from 'kysely'
import { makeAdmin, makeSession } from '../support/factories/accounts.ts'
import { makeLeague } from '../support/factories/leagues.ts'
import { fillSongs } from '../support/simulation/queries.ts'
import { cookieOf } from './crowd.ts'
import { readOptions } from './options.ts'
import { openReport } from './report.ts'
import { candidate, progress, takeTurns } from './runner.ts'
import { fillScoredBoard } from './scored-board.ts'
import { quantileOf, secondsOf, sumOf } from './stats.ts'
import { type System, withSystem } from './system.ts'

const options = readOptions({
  players: { full: 100_000, small: 10_000, help: 'players of the tour, of whom each has played every show' },
  shows: { full: 20, small: 20, help: 'scored shows of the tour' },
  reads: { full: 40, small: 20, help: 'requests for each read in a round' },
})

const MEMBERS = 500
const MAX_P95_MS = 100
const DEEP_PAGES = 20
const BUILD_POLL_MS = 200

await withSystem(async (system) => {
  progress('generating players and scores')
  const { tourId, adminId, leagues } = await fillTourThatIsOver(system)
  const gateway = await system.startGateway({ RATE_LIMIT_SCALE: '1000' })
  await system.startWorker()
  const { sessionId } = await makeSession(system.db, adminId)
  const headers = { cookie: cookieOf(sessionId) }
  const get = async (path: string) => {
    const response = await fetch(gateway.url + path, { headers })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
    return text
  }

  progress('building the season')
  const seasonPath = `/api/tours/${tourId}/season`
  const buildSeconds = await secondsOf(async () => {
    while ((await fetch(gateway.url + seasonPath)).status !== 200) {
      await new Promise((resolve) => setTimeout(resolve, BUILD_POLL_MS))
    }
  })

  const { rows } = await sql<{ id: number; name: string }>`
    SELECT users.id, display_name AS name FROM standings JOIN users ON users.id = user_id
    WHERE board = ${tourId} ORDER BY hashint4(user_id) LIMIT 200`.execute(system.db)
  const names = rows.map(({ name }) => name.slice(4, 9))
  const playerAt = (index: number) => rows[index % rows.length]?.id ?? 0
  const deep = await listDeepPages(get, `/api/tours/${tourId}/leaderboard`)
  const deepGlobal = await listDeepPages(get, '/api/leaderboard')
  const reads: Readonly<Record<string, (index: number) => string>> = {
    season: () => seasonPath,
    'board, 500 rows': () => '/api/leaderboard?limit=500',
    'board of a tour, 500 rows': () => `/api/tours/${tourId}/leaderboard?limit=500`,
    'board, deeper page': (index) => deepGlobal[index % deepGlobal.length] ?? '',
    'board of a tour, deeper page': (index) => deep[index % deep.length] ?? '',
    'league of 500, its shows': () => `/api/leagues/${leagues.all}`,
    'league of 500, since joining, worst dropped': () => `/api/leagues/${leagues.sinceJoining}`,
    player: (index) => `/api/players/${playerAt(index)}`,
    'shows of a player, to compare': (index) => `/api/players/${playerAt(index)}/shows`,
    'search by a part of a name': (index) => `/api/admin/users?search=${names[index % names.length]}`,
    'search by a frequent part': () => '/api/admin/users?search=fan',
    'search by an address': (index) => `/api/admin/users?search=fan-${2_000 + index}%40simulated`,
    'search by two characters': () => '/api/admin/users?search=fa',
    'search without a match': () => '/api/admin/users?search=nobody%20has%20this',
    'users, deeper page': (index) => `/api/admin/users?after=${playerAt(index)}`,
  }
  const candidates = Object.entries(reads).map(([name, pathAt]) =>
    candidate(name, async () => {
      const durations: number[] = []
      for (let index = 0; index < options.size('reads'); index += 1) {
        durations.push((await secondsOf(() => get(pathAt(index)))) * 1_000)
      }
      return { p50: quantileOf(durations, 0.5), p95: quantileOf(durations, 0.95) }
    }),
  )
  const results = candidate('results', async () => ({
    csv: await secondsOf(() => get(`/api/tours/${tourId}/results.csv`)),
    json: await secondsOf(() => get(`/api/tours/${tourId}/results.json`)),
  }))
  await takeTurns([...candidates, results], { ...options, warmUp: true })

  const report = openReport('large-reads', options, system.versions)
  report.metric('season built', 's', [buildSeconds])
  for (const { name, series } of candidates) {
    report.metric(`${name}, p50`, 'ms', series('p50'))
    report.metric(`${name}, p95`, 'ms', series('p95'))
  }
  report.metric('results as CSV', 's', results.series('csv'))
  report.metric('results as JSON', 's', results.series('json'))
  for (const { name, series } of candidates) {
    report.check(`${name}: at most ${MAX_P95_MS} ms`, Math.min(...series('p95')) <= MAX_P95_MS)
  }
  report.check('every read took time', sumOf(candidates.map(({ series }) => sumOf(series('p95')))) > 0)
  report.finish()
})

async function fillTourThatIsOver({ db }: System) {
  const players = options.size('players')
  const shows = options.size('shows')
  const { tourId, newShow } = await fillScoredBoard(db, { players, scores: 1, shows })
  const admin = await makeAdmin(db)
  await sql`UPDATE shows SET tour_id = NULL WHERE id = ${newShow.id}`.execute(db)
  await sql`UPDATE shows SET showdate = showdate - 1 - (${newShow.id} - id)::integer`.execute(db)
  // Names differ as those of fans do, and many addresses have the same domain.
  await sql`
    UPDATE users SET shows_picks = id % 10 <> 0, display_name = 'Fan ' || left(md5(id::text), 8),
      sort_name = 'fan ' || left(md5(id::text), 8)`.execute(db)
  const [songId = 0] = await fillSongs(db, 1)
  const picks = Buffer.from(packPicks({ set1: [songId], set2: [], encore: [] }))
  await sql`
    INSERT INTO predictions (show_id, user_id, picks)
    SELECT shows.id, users.id, ${picks} FROM shows CROSS JOIN users WHERE is_scored AND NOT is_admin`.execute(
    db,
  )
  await sql`
    INSERT INTO night_feats (show_id, user_id, feats, rarest_song, rarest_gap)
    SELECT shows.id, users.id, 0, ${songId}::integer, hashint4(users.id + shows.id) & 127 FROM shows CROSS JOIN users
    WHERE is_scored AND NOT is_admin`.execute(db)
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM users WHERE NOT is_admin ORDER BY hashint4(id) LIMIT ${MEMBERS - 1}`.execute(db)
  const members = [admin.id, ...rows.map(({ id }) => id)]
  const all = await makeLeague(db, members)
  const sinceJoining = await makeLeague(
    db,
    members.map((user_id) => ({ user_id, joined_at: new Date(0) })),
    { counts_from: 'joining', drop_worst: 2 },
  )
  await sql`VACUUM ANALYZE`.execute(db)
  return { tourId, adminId: admin.id, leagues: { all: all.id, sinceJoining: sinceJoining.id } }
}

/** Pages of 500 rows, one after the other. */
async function listDeepPages(get: (path: string) => Promise<string>, board: string): Promise<string[]> {
  const pages: string[] = []
  for (let next = `${board}?limit=500`; pages.length < DEEP_PAGES; ) {
    const { next: after }: { next: string | null } = JSON.parse(await get(next))
    if (after === null) break
    next = `${board}?limit=500&after=${encodeURIComponent(after)}`
    pages.push(next)
  }
  return pages
}
