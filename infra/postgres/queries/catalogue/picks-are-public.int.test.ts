import { arePicksPublic } from '@called-it/shared/game/calendar'
import { makeSetlist, makeShow } from '@called-it/tests/support/factories/catalogue'
import { makeScores } from '@called-it/tests/support/factories/scores'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { expect, test } from 'vitest'
import { findShow, PICKS_ARE_PUBLIC } from './shows.ts'

const database = await databaseOfFile()

const states = (['open', 'closed', 'held', 'scored'] as const).flatMap((picks) =>
  [false, true].flatMap((isLocked) => [false, true].map((isCancelled) => ({ picks, isLocked, isCancelled }))),
)

test.each(states)('agrees with the rule of shared/game: $picks, $isLocked, $isCancelled', async (state) => {
  const { db } = database
  const { id } = await makeShow(db, {
    locks_at: new Date(Date.now() + (state.isLocked ? -60_000 : 60_000)),
    cancelled_at: state.isCancelled ? new Date() : null,
    picks_closed: state.picks !== 'open',
    closed_by_run: state.picks === 'held' ? 1 : null,
  })
  if (state.picks === 'scored') {
    await makeSetlist(db, id)
    await makeScores(db, { id })
  }
  const show = await findShow(db, id)
  if (!show) throw new Error('no show')
  const row = await db
    .selectFrom('shows')
    .select(PICKS_ARE_PUBLIC.as('isPublic'))
    .where('id', '=', id)
    .executeTakeFirst()
  const rule = arePicksPublic(
    {
      showdate: show.showdate,
      locks_at: show.locksAt,
      is_scored: show.isScored,
      is_cancelled: show.isCancelled,
      picks_closed: show.picksClosed,
      is_held_by_run: show.closedByRun !== null,
    },
    show.readAt,
  )
  expect(row).toEqual({ isPublic: rule })
})
