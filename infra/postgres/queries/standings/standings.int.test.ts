import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { rankStandings } from '@called-it/shared/game/standings'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeStanding } from '@called-it/tests/support/factories/scores'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { expect, test } from 'vitest'
import { type BoardPosition, type BoardRow, countPlayers, findStanding, listBoard } from './standings.ts'

const TOUR = 7
/** Names that sort differently by locale, by UTF-16 and by case than by the bytes of their lower case. */
const NAMES = ['Zoë', 'zoe', 'Ähre', 'ärmel', '\u{1F3B8} Guitar', '\uFF5E Wave', 'Bob', 'bob', 'Anna', 'anna']
const TOTALS = [
  { total: 50, shows: 2, best: 30 },
  { total: 50, shows: 3, best: 30 },
  { total: 50, shows: 2, best: 40 },
  { total: 90, shows: 5, best: 20 },
  { total: 0, shows: 1, best: 0 },
]

const database = await databaseOfFile()

const players = []
for (let index = 0; index < 60; index += 1) {
  const displayName = NAMES[index % NAMES.length] ?? ''
  const totals = TOTALS[(index * 7) % TOTALS.length] ?? expect.fail('no totals')
  const user = await makeUser(database.db, { displayName })
  await makeStanding(database.db, { board: GLOBAL_BOARD, user_id: user.id, ...totals })
  players.push({ userId: user.id, displayName, avatar: null, ...totals })
}
const expected = rankStandings(players)
const other = await makeUser(database.db)
await makeStanding(database.db, { board: TOUR, user_id: other.id, total: 12, shows: 1, best: 12 })

test.each([1, 25, 500])(
  'orders and ranks a board as shared/game does, in pages of %i rows',
  async (limit) => {
    const rows: BoardRow[] = []
    let after: BoardPosition | null = null
    do {
      const page: Awaited<ReturnType<typeof listBoard>> = await listBoard(database.db, GLOBAL_BOARD, {
        limit,
        after,
      })
      expect(page.rows.length).toBeLessThanOrEqual(limit)
      rows.push(...page.rows)
      after = page.next
    } while (after)
    expect(rows).toEqual(expected)
  },
)

test('continues after a page whose last player has gone', async () => {
  const { rows, next } = await listBoard(database.db, GLOBAL_BOARD, { limit: 10 })
  const gone = rows.at(-1)?.userId ?? expect.fail('an empty page')
  const row = await database.db
    .deleteFrom('standings')
    .where('user_id', '=', gone)
    .returningAll()
    .executeTakeFirstOrThrow()
  const following = await listBoard(database.db, GLOBAL_BOARD, { limit: 10, after: next })
  await database.db.insertInto('standings').values(row).execute()
  expect(following.rows.map(({ userId }) => userId)).toEqual(
    expected.slice(10, 20).map(({ userId }) => userId),
  )
})

test('returns the rank of a player as on the board', async () => {
  for (const { userId, rank, total, shows, best } of expected) {
    expect(await findStanding(database.db, GLOBAL_BOARD, userId)).toEqual({
      userId,
      rank,
      total,
      shows,
      best,
    })
  }
})

test('counts the players of one board', async () => {
  expect(await countPlayers(database.db, GLOBAL_BOARD)).toBe(60)
  expect(await countPlayers(database.db, TOUR)).toBe(1)
  expect(await countPlayers(database.db, 99)).toBe(0)
  expect((await listBoard(database.db, TOUR, { limit: 10 })).rows).toMatchObject([{ rank: 1, total: 12 }])
  expect((await listBoard(database.db, 99, { limit: 10 })).rows).toEqual([])
  expect(await findStanding(database.db, TOUR, expected[0]?.userId ?? 0)).toBeNull()
})
