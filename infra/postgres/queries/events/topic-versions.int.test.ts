import { databaseOfFile } from '@called-it/tests/support/test-database'
import { expect, test } from 'vitest'
import { LATELY_MS, listTopicVersions } from './topic-versions.ts'

const database = await databaseOfFile()

test('lists what has changed lately apart', async () => {
  const { db } = database
  const before = new Date(Date.now() - 2 * LATELY_MS)
  await db
    .insertInto('topic_versions')
    .values([
      { topic: 'league:1', version: 1, changed_at: before },
      { topic: 'league:2', version: 1 },
    ])
    .execute()
  const topicsOf = async (which: 'all' | 'lately') =>
    (await listTopicVersions(db, which)).map(({ topic }) => topic).sort()
  expect(await topicsOf('lately')).toEqual(['league:2'])
  expect(await topicsOf('all')).toEqual(['league:1', 'league:2'])
})
