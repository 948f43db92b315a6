import { picksAt, playedSetlist } from '@called-it/tests/support/game-factories'
import { packAll } from '@called-it/tests/support/live-reference'
import { describe, expect, test } from 'vitest'
import { POINTS } from '../points.ts'
import { LiveBoard } from './live-board.ts'

const opener = playedSetlist({ set1: [7] })

describe('live board of three players', () => {
  const openBoard = () =>
    new LiveBoard(
      packAll([
        picksAt({ set2: { 3: 7 } }),
        picksAt({ set1: { 1: 7, 2: 7 }, encore: { 3: 8 } }),
        picksAt({ set1: { 1: 9 } }),
      ]),
    )

  test('begins with no points for anybody', () => {
    const board = openBoard()

    expect(board.histogram()).toEqual([{ total: 0, players: 3 }])
    expect(board.top(2)).toEqual([
      { player: 0, total: 0, rank: 1 },
      { player: 1, total: 0, rank: 1 },
    ])
    expect(board.songs()).toEqual([])
  })

  test('counts who has a song, and who in its exact place', () => {
    const board = openBoard()
    board.update(opener, 'set1')

    expect(Array.from(board.totals)).toEqual([POINTS.songInShow, POINTS.correctSpecial, 0])
    expect(board.songs()).toEqual([{ songId: 7, players: 2, exact: 1 }])
    expect(Array.from(board.order())).toEqual([1, 0, 2])
    expect(board.firstHolders(7, 3, Uint8Array.of(1, 1, 1))).toEqual([1, 0])
    expect(board.firstHolders(7, 1, Uint8Array.of(1, 1, 1))).toEqual([1])
    expect(board.firstHolders(7, 1, Uint8Array.of(1, 0, 1))).toEqual([0])
  })

  test('takes all points back when the only song is removed', () => {
    const board = openBoard()
    board.update(opener, 'set1')
    board.update(playedSetlist({}), 'set1')

    expect(Array.from(board.totals)).toEqual([0, 0, 0])
    expect(board.songs()).toEqual([])
  })

  test('refuses picks that are cut off', () => {
    expect(() => new LiveBoard(new Uint8Array(39))).toThrow(
      new RangeError('39 bytes end within packed picks'),
    )
  })
})
