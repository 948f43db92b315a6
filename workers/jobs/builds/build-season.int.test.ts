import { findResults, findSeason } from '@called-it/infra/postgres/queries/seasons/seasons'
import { listBoard } from '@called-it/infra/postgres/queries/standings/standings'
import { rebuildStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import { makeSetlist, makeShow, makeTour } from '@called-it/tests/support/factories/catalogue'
import { makeScores } from '@called-it/tests/support/factories/scores'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

/** More than two chunks hold. */
const PLAYERS = 6_500

const bench = await benchOfFile()
const { db } = bench
const tourId = (await makeTour(db)).id
const shows = [-9, -8].map((daysFromToday) => makeShow(db, { tour_id: tourId, daysFromToday }))
const showIds = (await Promise.all(shows)).map(({ id }) => id)
await sql`
  INSERT INTO users (email, password_hash, display_name, sort_name, shows_picks)
  SELECT 'player-' || number || '@example.com', 'none', 'Player ' || number, 'player ' || number, number % 2 = 0
  FROM generate_series(1, ${PLAYERS}::integer) AS number`.execute(db)
for (const id of showIds) await makeSetlist(db, id)
for (const id of showIds) await score(id)

/** Each set has other points; the first twenty players lead at every show. */
async function score(id: number): Promise<void> {
  const { scoreSetId } = await makeScores(bench.db, { id })
  await sql`
    INSERT INTO scores (score_set_id, user_id, total, song_in_show, song_in_set, correct_song, correct_special,
      encore_in_set)
    SELECT ${scoreSetId}::integer, id,
      CASE WHEN id <= 20 THEN 60 - id ELSE (id * (7 + ${scoreSetId}::integer)) % 31 END, 0, 0, 0, 0, 0
    FROM users`.execute(bench.db)
  await bench.db.transaction().execute((trx) => rebuildStandings(trx))
}

const build = (id = tourId) => bench.run('build-season', { tourId: id })
const listChunks = () =>
  bench.db
    .selectFrom('season_results')
    .select(['version', 'number', sql<number>`octet_length(players)`.as('bytes')])
    .orderBy('number')
    .execute()

async function readSeason() {
  const { db } = bench
  const { version, stored } = (await findSeason(db, tourId)) ?? expect.fail('the tour is not over')
  if (!stored) return null
  const results: unknown[] = []
  for (let number = 0; number < stored.chunks; number += 1) {
    results.push(
      ...((await findResults(db, { tourId, version, number })) ?? expect.fail('a chunk is missing')),
    )
  }
  return { ...stored, version, results }
}

async function readBoard() {
  const { rows } = await listBoard(bench.db, tourId, { limit: PLAYERS })
  return rows.map(({ rank, displayName, total, shows, best }) => ({
    rank,
    name: displayName,
    points: total,
    shows,
    best,
  }))
}

describe('season', () => {
  test('has the whole board in chunks of 64 kB, once for each version of the scores', async () => {
    expect(await build()).toMatchObject({ state: 'done', result: { chunks: 3 } })
    const first = (await readSeason()) ?? expect.fail('no season is stored')
    expect(first.results).toEqual(await readBoard())
    const chunks = await listChunks()
    expect(chunks.map(({ bytes }) => bytes)).toEqual([64_000, 64_000, 2_000])
    const stored = await sql`SELECT xmin::text FROM season_results`.execute(bench.db)
    await build()
    expect((await sql`SELECT xmin::text FROM season_results`.execute(bench.db)).rows).toEqual(stored.rows)

    await score(showIds[0] ?? 0)
    expect(await readSeason()).toBeNull()
    await build()
    const second = await readSeason()
    expect(second?.results).toEqual(await readBoard())
    expect(second?.results).not.toEqual(first.results)
    expect(new Set((await listChunks()).map(({ version }) => version))).toEqual(new Set([second?.version]))
  })

  test('has twenty candidates for an award, each once, of those who show their picks', async () => {
    await build()
    const { best_night } = (await readSeason())?.awards ?? expect.fail('no season is stored')
    expect(new Set(best_night.map(({ userId }) => userId)).size).toBe(20)
    const { rows } = await sql<{ userId: number }>`
      SELECT user_id AS "userId"
      FROM scores JOIN shows USING (score_set_id) JOIN users ON users.id = user_id
      WHERE tour_id = ${tourId} AND shows_picks
      GROUP BY user_id, sort_name
      ORDER BY max(total) DESC, min(CASE WHEN total = 30 THEN showdate END), sort_name, user_id
      LIMIT 20`.execute(bench.db)
    expect(best_night.map(({ userId }) => userId)).toEqual(rows.map(({ userId }) => userId))
  })

  test('is built of a tour without players', async () => {
    const { db } = bench
    const { id } = await makeTour(db)
    const show = await makeShow(db, { tour_id: id, daysFromToday: -3 })
    await makeSetlist(db, show.id)
    await makeScores(db, show)
    expect(await build(id)).toMatchObject({ state: 'done', result: { chunks: 0 } })
  })

  test('fails for a tour that is not over', async () => {
    const { id } = await makeTour(bench.db)
    expect(await build(id)).toMatchObject({ state: 'failed', error: { code: 'tour_not_over' } })
  })
})
