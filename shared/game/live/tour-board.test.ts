import { describe, expect, test } from 'vitest'
import { TourAsItStands } from './tour-board.ts'

const standing = (userId: number, total = 0, best = total, shows = 1) => [userId, total, best, shows]

/** By name. */
const standings = Int32Array.from(
  [
    standing(7, 40),
    standing(3, 50, 30, 2),
    standing(9, 50, 30, 1),
    standing(4, 0, 0, 0),
    standing(5, 60),
  ].flat(),
)
/** Points of users 4, 7 and 9, in the order of the show's board. */
const tonight = { userIds: Int32Array.of(7, 4, 9), totals: Uint16Array.of(20, 50, 0) }

describe('board of a tour as it stands', () => {
  test('adds the points of tonight, and orders equal totals like every board', () => {
    const board = new TourAsItStands({ standings, isScored: false }, tonight.userIds)

    expect(board.board(tonight.totals, 10)).toEqual({
      players: 5,
      histogram: [
        { total: 60, players: 2 },
        { total: 50, players: 3 },
      ],
      // Best shows of 60 and 40; then of 50, and of 30 in two shows each, by name.
      top: [
        [5, 60],
        [7, 60],
        [4, 50],
        [3, 50],
        [9, 50],
      ],
    })
  })

  test('has as many first rows as asked', () => {
    const board = new TourAsItStands({ standings, isScored: false }, tonight.userIds)

    expect(board.board(tonight.totals, 3).top).toEqual([
      [5, 60],
      [7, 60],
      [4, 50],
    ])
  })

  test('counts a scored show once', () => {
    const board = new TourAsItStands({ standings, isScored: true }, tonight.userIds)

    expect(board.board(tonight.totals, 2).top).toEqual([
      [5, 60],
      [9, 50],
    ])
  })
})
