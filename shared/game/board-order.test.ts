import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BoardOrder } from './board-order.ts'
import { rankStandings, type Standing } from './standings.ts'

const someStandings = fc.uniqueArray(
  fc.record({
    userId: fc.integer({ min: 1, max: 1_000 }),
    displayName: fc.string({ maxLength: 2 }),
    total: fc.nat({ max: 9 }),
    shows: fc.integer({ min: 1, max: 3 }),
    best: fc.nat({ max: 3 }),
  }),
  { selector: ({ userId }) => userId },
)

function orderOf(standings: readonly Standing[]): BoardOrder {
  const players = Map.groupBy(standings, ({ total }) => total)
  return new BoardOrder(
    1,
    Int32Array.from(rankStandings(standings), ({ userId }) => userId),
    [...players].map(([total, { length }]) => ({ total, players: length })),
  )
}

test('gives each player the place and rank of the full board', () => {
  fc.assert(
    fc.property(someStandings, (standings) => {
      const order = orderOf(standings)
      for (const [index, { userId, total, rank }] of rankStandings(standings).entries()) {
        expect(order.placeOf(userId)).toBe(index + 1)
        expect(order.rankOf(total)).toBe(rank)
      }
    }),
  )
})

test('returns no place for a player who is not on the board', () => {
  const order = orderOf([{ userId: 5, displayName: 'Abe', total: 3, shows: 1, best: 3 }])
  expect([0, 4, 6, 2_000_000_000].map((userId) => order.placeOf(userId))).toEqual([null, null, null, null])
  expect(orderOf([]).placeOf(1)).toBeNull()
})
