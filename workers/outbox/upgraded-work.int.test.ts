import { migrateToLatest } from '@called-it/infra/postgres/migrate'
import { findWrongScores } from '@called-it/tests/support/find-violations'
import { runCommand } from '@called-it/tests/support/workers/run-command'
import { workersOfTest } from '@called-it/tests/support/workers/worker-bench'
import { createReleasedDatabase, releases } from '@called-it/tests/upgrades/released-database'
import { expect, onTestFinished, test } from 'vitest'

test.each(releases)(
  'runs the open jobs of release %s and keeps the standings correct',
  async (release) => {
    const database = await createReleasedDatabase(release)
    onTestFinished(() => database.drop())
    await migrateToLatest(database.url, () => undefined)
    const verify = () => runCommand(['standings', 'verify'], { DATABASE_URL: database.url })
    expect(await verify()).toMatchObject({ code: 0, stderr: '' })

    const workers = workersOfTest({ database })
    const listOpen = () =>
      database.db
        .selectFrom('outbox')
        .select(['job', 'last_error'])
        .where('done_at', 'is', null)
        .where('dead_at', 'is', null)
        .execute()
    expect(await listOpen()).not.toEqual([])
    await expect.poll(listOpen).toEqual([])

    const runs = await database.db
      .selectFrom('runs')
      .select(['kind', 'subject', 'state'])
      .where('state', '!=', 'done')
      .execute()
    expect(runs).toEqual([{ kind: 'import-setlist', subject: 'show:4', state: 'failed' }])
    const mailed = workers.sent.filter(({ kind }) => kind !== 'notification')
    expect(mailed.map(({ to }) => to.address)).toEqual(['dee@example.test'])
    const scored = await database.db
      .selectFrom('shows')
      .select('id')
      .where('is_scored', '=', true)
      .orderBy('id')
      .execute()
    expect(scored).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
    expect(await findWrongScores(database.db)).toEqual([])
    expect(await verify()).toMatchObject({ code: 0, stderr: '' })
  },
  120_000,
)

test('explains in one sentence that it cannot migrate a database before 0.10.0', async () => {
  const database = await createReleasedDatabase('0.10.0')
  onTestFinished(() => database.drop())
  await database.pool.query("DELETE FROM kysely_migration WHERE name = '0023-reach'")
  expect(await runCommand(['migrate'], { DATABASE_URL: database.url })).toMatchObject({
    code: 1,
    stderr:
      'This database is of a release before 0.10.0. Back it up and upgrade it to release 0.10.0 first.\n',
  })
})
