import { makeSetlist, makeShow } from '@called-it/tests/support/factories/catalogue'
import { makeScores } from '@called-it/tests/support/factories/scores'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { claimLiveShows, endClaim, releaseClaims } from './live-shows.ts'

const database = await databaseOfFile()
beforeEach(async () => {
  await database.db.deleteFrom('live_claims').execute()
  await database.db.updateTable('shows').set({ cancelled_at: sql<Date>`now()` }).execute()
})

const fromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** A show of today, locked unless the test says otherwise. */
function makeTonight(given: Parameters<typeof makeShow>[1] = {}) {
  return makeShow(database.db, { daysFromToday: 0, locks_at: fromNow(-1), ...given })
}

async function age(seconds: number): Promise<void> {
  await database.db
    .updateTable('live_claims')
    .set({ heartbeat_at: sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})` })
    .execute()
}

describe('claim of a live show', () => {
  test.each([
    ['a locked show', {}, true],
    ['a show of tomorrow that is locked', { daysFromToday: 1 }, true],
    ['a show that starts in 59 minutes', { locks_at: fromNow(59), starts_at: fromNow(59) }, true],
    ['a show that starts in 61 minutes', { locks_at: fromNow(61), starts_at: fromNow(61) }, false],
    ['a show of two days ago', { daysFromToday: -2 }, false],
    ['a cancelled show', { cancelled_at: fromNow(-1) }, false],
  ])('is for shows that run: %s', async (_, given, isClaimed) => {
    const show = await makeTonight(given)

    expect(await claimLiveShows(database.db, 'one')).toEqual(isClaimed ? [show.id] : [])
  })

  test('stays with its worker while it renews it', async () => {
    const show = await makeTonight()
    await claimLiveShows(database.db, 'one')
    await age(1)

    expect(await claimLiveShows(database.db, 'other')).toEqual([])
    expect(await claimLiveShows(database.db, 'one')).toEqual([show.id])
    await age(1.4)
    expect(await claimLiveShows(database.db, 'other')).toEqual([])
  })

  test('goes to another worker 1.5 s after the last heartbeat', async () => {
    const show = await makeTonight()
    await claimLiveShows(database.db, 'one')
    await age(1.5)

    expect(await claimLiveShows(database.db, 'other')).toEqual([show.id])
    expect(await claimLiveShows(database.db, 'one')).toEqual([])
  })

  test('goes to another worker at once when its own stops', async () => {
    const show = await makeTonight()
    await claimLiveShows(database.db, 'one')
    await releaseClaims(database.db, 'one')

    expect(await claimLiveShows(database.db, 'other')).toEqual([show.id])
  })

  test('outlasts the scoring of the show until it is ended', async () => {
    const show = await makeTonight()
    await claimLiveShows(database.db, 'one')
    await makeSetlist(database.db, show.id)
    await makeScores(database.db, show)

    await age(1.5)
    expect(await claimLiveShows(database.db, 'other')).toEqual([show.id])
    await endClaim(database.db, show.id, 'other')
    expect(await claimLiveShows(database.db, 'other')).toEqual([])
  })

  test('is of one worker for each show when ten ask at once', async () => {
    for (let shows = 0; shows < 5; shows++) await makeTonight()
    const claimed = await Promise.all(
      Array.from({ length: 10 }, (_, number) => claimLiveShows(database.db, `worker ${number}`)),
    )

    expect(claimed.flat()).toHaveLength(5)
  })
})
