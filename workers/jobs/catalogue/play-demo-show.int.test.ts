import { DEMO_FANS } from '@called-it/infra/demo/fans'
import { findDemoShow } from '@called-it/infra/postgres/queries/catalogue/demo'
import { listPerformances } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { findShow } from '@called-it/infra/postgres/queries/catalogue/shows'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { verifyStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import { findActiveRun } from '@called-it/infra/postgres/queries/work/run-claims'
import { topics } from '@called-it/shared/contract/events'
import { commitPicksOf } from '@called-it/tests/support/commit-picks'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { fakeSource } from '@called-it/tests/support/workers/fake-source'
import { runCommand } from '@called-it/tests/support/workers/run-command'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeDemoPlayers } from '../../demo/players.ts'
import { createInProcessRunner } from '../../runs/in-process-runner.ts'
import { openSetlistSource } from '../../runs/setlist-source.ts'

const database = await databaseOfFile()

const openRunner = (source: Parameters<typeof createInProcessRunner>[0]['source']) =>
  createInProcessRunner({ db: database.db, pool: database.pool, source, worker: 'test' })

const runner = openRunner(openSetlistSource(database.db, { name: 'demo', options: { anchor: null } }))

async function play(): Promise<number> {
  const { showId } = await runner.run('play-demo-show', { seconds: 0.5 })
  await runner.run('score-show', { showId, fetchSetlist: false })
  return showId
}

const countRows = async (table: string) => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM ${sql.table(table)}`.execute(database.db)
  return rows[0]?.count
}
const REPLACED = ['shows', 'predictions', 'score_sets', 'scores', 'standings'] as const
const countReplaced = () => Promise.all(REPLACED.map(countRows))

describe('demo show', () => {
  test('is refused with another source, and without the demo', async () => {
    const refusal = { name: 'FailedRunError', code: 'demo_source_only' }
    await expect(openRunner(fakeSource('file')).run('play-demo-show', { seconds: 1 })).rejects.toMatchObject(
      refusal,
    )
    await expect(runner.run('play-demo-show', { seconds: 1 })).rejects.toMatchObject(refusal)
  })

  test('is played song by song with all fans, and scored', async () => {
    await runner.run('import-catalogue', { notebookOnly: false })
    await makeDemoPlayers(database.db)
    const showId = await play()
    const show = await findShow(database.db, showId)
    expect(show).toMatchObject({ isScored: true, openSet: null, timeSource: 'admin' })
    expect(show?.tourId).not.toBeNull()
    expect(show?.startsAt?.getTime()).toBeLessThanOrEqual(show?.locksAt.getTime() ?? 0)
    // The visitor's account plays too.
    const cards = await database.db.selectFrom('predictions').select('picks').distinct().execute()
    expect(cards).toHaveLength(DEMO_FANS.length + 1)

    const revisions = await database.db
      .selectFrom('setlist_revisions')
      .select('open_set')
      .where('show_id', '=', showId)
      .execute()
    const songs = await listPerformances(database.db, show?.setlistRevisionId ?? 0)
    expect(songs.every(({ playedAt }) => playedAt)).toBe(true)
    // A song that is taken back, and the changes of sets.
    expect(revisions).toHaveLength(songs.length + 2 + 3)
    expect(new Set(revisions.map(({ open_set }) => open_set))).toEqual(
      new Set(['set1', 'set2', 'encore', null]),
    )
    expect(await getTopicVersion(database.db, topics.setlist(showId))).toBe(revisions.length)
    // Announced, begun, over, closed by the scoring, scored.
    expect(await getTopicVersion(database.db, topics.show(showId))).toBe(5)
  })

  test('begins once the one before is scored', async () => {
    const last = await runner.run('play-demo-show', { seconds: 0.5 })
    const next = play()
    await expect.poll(() => findActiveRun(database.db, 'demo-show')).not.toBeNull()
    await runner.run('score-show', { showId: last.showId, fetchSetlist: false })
    expect(await next).not.toBe(last.showId)
  })

  test('takes the place of the one before, from the command line too', async () => {
    const before = await countReplaced()
    const showId = (await findDemoShow(database.db)) ?? 0
    await commitPicksOf(database.db, showId)
    await database.db
      .insertInto('expected_points')
      .values({ show_id: showId, user_id: 1, points: 1 })
      .execute()
    expect(await countRows('pick_commitments')).toBeGreaterThan(0)
    const env = { DATABASE_URL: database.url, SETLIST_SOURCE: 'demo' }
    expect(await runCommand(['demo-show', '--seconds', '0.5'], env)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^The demo show plays now: (http:\/\/localhost:3000\/shows\/\d+)\nThe demo show is over and scored: \1\n$/,
      ),
    })
    expect(await countReplaced()).toEqual(before)
    const emptied = ['pick_locks', 'pick_commitments', 'expected_points']
    expect(await Promise.all(emptied.map(countRows))).toEqual([0, 0, 0])
    const sums = database.db.selectFrom('outbox').select('id').where('job', '=', 'sum-above-expectation')
    expect(await sums.execute()).toHaveLength(1)
    expect(await verifyStandings(database.db)).toEqual([])
  })
})
