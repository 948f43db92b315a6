import path from 'node:path'
import { changeAndPublish } from '@called-it/infra/events/change'
import { noPublisher, openEventPublisher } from '@called-it/infra/events/publisher'
import { createLogger } from '@called-it/infra/observability/log'
import { openOutbound } from '@called-it/infra/outbound/outbound'
import { insertMissingUsers } from '@called-it/infra/postgres/queries/accounts/new-users'
import { insertMissingPredictions } from '@called-it/infra/postgres/queries/catalogue/demo'
import {
  type BoardPosition,
  type BoardRow,
  listBoard,
} from '@called-it/infra/postgres/queries/standings/standings'
import { findRun, insertRun } from '@called-it/infra/postgres/queries/work/runs'
import { openRedis } from '@called-it/infra/redis/connection'
import { topics } from '@called-it/shared/contract/events'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import type { RunInput, RunKind } from '@called-it/shared/contract/runs'
import { DEFAULT_SCHEDULE } from '@called-it/shared/game/calendar'
import type { ArrangedSets } from '@called-it/shared/game/setlist'
import { HAS_REAL_SETLISTS, REAL_SETLISTS, REAL_SETLISTS_TITLE } from '@called-it/tests/support/real-setlists'
import { TEST_SETTINGS_KEYS } from '@called-it/tests/support/settings-keys'
import { createTestDatabase, type TestDatabase } from '@called-it/tests/support/test-database'
import { testRedis } from '@called-it/tests/support/test-redis'
import { bruteForcePoints } from '@called-it/tests/support/workers/brute-force-scoring'
import { type DrawnPrediction, drawPredictions } from '@called-it/tests/support/workers/drawn-predictions'
import { readSetlistRows, type SetlistRow } from '@called-it/tests/support/workers/setlist-rows'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startWorkers } from '../../app.ts'
import { openSetlistSource } from '../../runs/setlist-source.ts'

const ROWS = path.join(REAL_SETLISTS, 'setlist-rows-1983-2025.csv')
const SONGS = path.join(REAL_SETLISTS, 'songs-computed.json')

const SHOWS_IN_THE_FILE = 1967
const FANS = 2_000
const TIMEOUT_MS = 300_000

/** A third set, one song six times, a third encore, and two nights of one tour with many reprises. */
const HARD_SHOWS = ['1252275436', '1252033181', '1250741663', '1251592872', '1251401717']

type Figures = { total: number; shows: number; best: number }

describe.skipIf(!HAS_REAL_SETLISTS)(REAL_SETLISTS_TITLE, () => {
  let game: Awaited<ReturnType<typeof setUp>>

  beforeAll(async () => {
    game = await setUp()
  }, TIMEOUT_MS)

  afterAll(() => game.tearDown())

  test('imports every show of the file with its date and tour', async () => {
    const imported = await game.database.db
      .selectFrom('shows')
      .leftJoin('tours', 'tours.id', 'shows.tour_id')
      .select(['shows.source_id', 'shows.showdate', 'tours.source_id as tour'])
      .execute()
    expect(imported).toHaveLength(SHOWS_IN_THE_FILE)
    const inFile = new Map(game.rows.map((row) => [row.showid, row]))
    for (const show of imported) expect(show.showdate).toBe(inFile.get(show.source_id)?.showdate)
    const [one, other] = HARD_SHOWS.slice(3).map((id) => imported.find((show) => show.source_id === id)?.tour)
    expect(one).toBe(other)
  })

  test('matches scores, standings and ranks of a brute-force count', { timeout: TIMEOUT_MS }, async () => {
    await game.score({ fetchSetlist: true })
    await expectTheCountByHand(game)
  })

  test('changes nothing when all shows are scored again', { timeout: TIMEOUT_MS }, async () => {
    await game.score({ fetchSetlist: false })
    await expectTheCountByHand(game)
  })
})

type Game = Awaited<ReturnType<typeof setUp>>

async function setUp() {
  const database = await createTestDatabase()
  const workers = startRealWorkers(database)
  const execute = <K extends RunKind>(kind: K, orders: readonly RunInput<K>[]) =>
    executeRuns(database, kind, orders)
  await execute('import-catalogue', [{ notebookOnly: false }])

  const rows = await readSetlistRows(ROWS)
  const setlists = new Map(
    HARD_SHOWS.map((show) => [show, arrange(rows.filter((row) => row.showid === show))]),
  )
  const drawn = drawPredictions(FANS, setlists, [...new Set(rows.map(({ songid }) => songid))])
  const userIds = await makeFans(database)
  const shows = await findShows(database)
  await storePredictions(database, { drawn, userIds, shows })
  return {
    database,
    rows,
    setlists,
    drawn,
    userIds,
    shows,
    score: ({ fetchSetlist }: { fetchSetlist: boolean }) =>
      execute(
        'score-show',
        Array.from(shows.values(), ({ id }) => ({ showId: id, fetchSetlist })),
      ),
    async tearDown() {
      await workers.stop()
      await database.drop()
    },
  }
}

/** As `main.ts` starts them, on the tests' Postgres and Redis. */
function startRealWorkers(database: TestDatabase) {
  const { url, prefix } = testRedis()
  const redis = {
    producer: openRedis(url, 'producer', () => undefined),
    worker: openRedis(url, 'worker', () => undefined),
    subscriber: openRedis(url, 'subscriber', () => undefined),
  }
  const log = createLogger('test', 'silent')
  const workers = startWorkers({
    postgres: database,
    redis,
    live: { postgres: database, redis: redis.subscriber },
    namespace: prefix,
    publisher: openEventPublisher({ redis: redis.producer, channel: `${prefix}:live`, log }),
    outbound: openOutbound({ allow: [] }),
    settingsKeys: TEST_SETTINGS_KEYS,
    source: openSetlistSource(database.db, { name: 'file', options: { paths: [ROWS, SONGS] } }),
    places: { mail: 20, push: 50 },
    importEveryMs: null,
    liveSetlist: 'operators',
    autoFinal: false,
    schedule: DEFAULT_SCHEDULE,
    mailer: { send: () => Promise.reject(new Error('nobody is mailed here')), close() {} },
    letterhead: { product: '', band: { name: '' }, texts: { footer: [] } },
    publicUrl: 'https://picks.example',
    worker: prefix,
    log,
  })
  return {
    async stop() {
      await workers.stop()
      for (const connection of Object.values(redis)) connection.disconnect()
    },
  }
}

/** Enqueues all runs at once and waits until the workers have ended them. */
async function executeRuns<K extends RunKind>(
  { db }: TestDatabase,
  kind: K,
  orders: readonly RunInput<K>[],
): Promise<void> {
  const runIds = await Promise.all(
    orders.map((order) =>
      changeAndPublish(db, noPublisher, async (trx, changedTopics) => {
        changedTopics.add(topics.runs)
        return (await insertRun(trx, { kind, order, orderedBy: null })).runId
      }),
    ),
  )
  await vi.waitFor(
    async () => {
      const states = (await Promise.all(runIds.map((id) => findRun(db, id)))).map((run) => run?.state)
      expect(states).toEqual(runIds.map(() => 'done'))
    },
    { timeout: TIMEOUT_MS, interval: 100 },
  )
}

/** The sets of one show, without excluded performances. */
function arrange(rows: readonly SetlistRow[]): ArrangedSets<string> {
  const counting = rows.filter(({ exclude }) => exclude === '0').toSorted((a, b) => a.position - b.position)
  const songsOf = (isIn: (set: string) => boolean) =>
    counting.filter(({ set }) => isIn(set)).map(({ songid }) => songid)
  return {
    set1: songsOf((set) => set === '1'),
    set2: songsOf((set) => set === '2'),
    encore: songsOf((set) => set.startsWith('e')),
    further: [{ set: 'further', songs: songsOf((set) => set === '3' || set === '4') }],
  }
}

async function makeFans({ db }: TestDatabase): Promise<number[]> {
  const fans = Array.from({ length: FANS }, (_, fan) => ({
    email: `fan-${fan}@example.test`,
    displayName: nameOf(fan),
    passwordHash: 'nobody logs in',
  }))
  const ids = await insertMissingUsers(db, fans)
  return fans.map(({ email }) => ids.get(email) ?? expect.fail('a fan is missing'))
}

/** Equal names in different cases, so that their order and the ids decide ranks. */
function nameOf(fan: number): string {
  const name = `fan ${fan % (FANS / 2)}`
  return fan % 2 === 0 ? name : name.toUpperCase()
}

type ShowIds = ReadonlyMap<string, { id: number; tourId: number | null }>

async function findShows({ db }: TestDatabase): Promise<ShowIds> {
  const shows = await db
    .selectFrom('shows')
    .select(['id', 'source_id', 'tour_id as tourId'])
    .where('source_id', 'in', HARD_SHOWS)
    .execute()
  return new Map(shows.map(({ source_id, ...show }) => [source_id, show]))
}

async function storePredictions(
  { db }: TestDatabase,
  {
    drawn,
    userIds,
    shows,
  }: { drawn: readonly DrawnPrediction[]; userIds: readonly number[]; shows: ShowIds },
): Promise<void> {
  const songs = await db.selectFrom('songs').select(['id', 'source_id']).execute()
  const songIds = new Map(songs.map(({ id, source_id }) => [source_id, id]))
  const idOf = (song: string | null) =>
    song === null ? null : (songIds.get(song) ?? expect.fail(`song ${song} is missing`))
  await insertMissingPredictions(
    db,
    drawn.map(({ fan, show, picks }) => ({
      showId: shows.get(show)?.id ?? 0,
      userId: userIds[fan] ?? 0,
      picks: { set1: picks.set1.map(idOf), set2: picks.set2.map(idOf), encore: picks.encore.map(idOf) },
      createdAt: '2025-01-01T00:00:00Z',
    })),
  )
}

async function expectTheCountByHand(game: Game): Promise<void> {
  const { drawn, setlists, userIds, shows } = game
  const counted = drawn.map(({ fan, show, picks }) => ({
    userId: userIds[fan] ?? 0,
    show,
    points: bruteForcePoints(picks, setlists.get(show) ?? expect.fail()),
  }))
  expect(counted.filter(({ points }) => points > 0).length).toBeGreaterThan(FANS)
  await expectScores(game, counted)

  const tours = new Map(Array.from(shows, ([show, { tourId }]) => [show, tourId]))
  await expectBoard(game, GLOBAL_BOARD, counted)
  for (const tourId of new Set(tours.values())) {
    if (tourId === null) continue
    await expectBoard(
      game,
      tourId,
      counted.filter(({ show }) => tours.get(show) === tourId),
    )
  }
}

type Counted = { userId: number; show: string; points: number }

async function expectScores({ database }: Game, counted: readonly Counted[]): Promise<void> {
  const stored = await database.db
    .selectFrom('shows')
    .innerJoin('scores', 'scores.score_set_id', 'shows.score_set_id')
    .selectAll('scores')
    .select('shows.source_id')
    .execute()
  const totals = stored.map((score) => [`${score.source_id} ${score.user_id}`, score.total] as const)
  expect(new Map(totals)).toEqual(
    new Map(counted.map(({ show, userId, points }) => [`${show} ${userId}`, points])),
  )
  for (const score of stored) {
    const { song_in_show, song_in_set, correct_song, correct_special, encore_in_set } = score
    const points =
      3 * song_in_show + 6 * song_in_set + 10 * correct_song + 15 * correct_special + 10 * encore_in_set
    expect(points).toBe(score.total)
  }
}

async function expectBoard({ database, userIds }: Game, board: number, counted: readonly Counted[]) {
  const players = new Map<number, Figures>()
  for (const { userId, points } of counted) {
    const { total, shows, best } = players.get(userId) ?? { total: 0, shows: 0, best: 0 }
    players.set(userId, { total: total + points, shows: shows + 1, best: Math.max(best, points) })
  }
  const names = new Map(userIds.map((userId, fan) => [userId, nameOf(fan)]))
  const inOrder = Array.from(players, ([userId, standing]) => ({
    ...standing,
    userId,
    displayName: names.get(userId) ?? '',
    rank: 1 + Array.from(players.values()).filter(({ total }) => total > standing.total).length,
  })).toSorted(
    (a, b) =>
      a.rank - b.rank ||
      b.best - a.best ||
      a.shows - b.shows ||
      Number(a.displayName.toLowerCase() > b.displayName.toLowerCase()) -
        Number(a.displayName.toLowerCase() < b.displayName.toLowerCase()) ||
      a.userId - b.userId,
  )
  const listed = (await listWholeBoard(database, board)).map(({ avatar: _, ...row }) => row)
  expect(listed).toEqual(inOrder)
}

async function listWholeBoard({ db }: TestDatabase, board: number): Promise<BoardRow[]> {
  const rows: BoardRow[] = []
  let after: BoardPosition | null = null
  do {
    const page: Awaited<ReturnType<typeof listBoard>> = await listBoard(db, board, { limit: 500, after })
    rows.push(...page.rows)
    after = page.next
  } while (after)
  return rows
}
