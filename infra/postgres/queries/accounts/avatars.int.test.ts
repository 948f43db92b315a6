import { makeUser } from '@called-it/tests/support/factories/accounts'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { countWaitingQueries } from '@called-it/tests/support/waiting-queries'
import { expect, test } from 'vitest'
import { deleteAvatar, findAvatar, upsertAvatar } from './avatars.ts'
import { eraseUser } from './users.ts'

const database = await databaseOfFile()

const first = { contentHash: 'first', webp: Buffer.from([1, 0, 255]) }

test('refuses an avatar for a profile that is being deleted', async () => {
  const { db, pool } = database
  const user = await makeUser(db)
  const { storing } = await db.transaction().execute(async (trx) => {
    await eraseUser(trx, user.id)
    const storing = upsertAvatar(db, user.id, first)
    await expect.poll(() => countWaitingQueries(pool), { timeout: 20_000 }).toBe(1)
    await deleteAvatar(trx, user.id)
    return { storing }
  })
  expect(await storing).toBe(false)
  expect(await findAvatar(db, user.id, 'first')).toBeNull()
})
