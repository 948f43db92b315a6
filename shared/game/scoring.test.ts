import { picksAt, playedSetlist } from '@called-it/tests/support/game-factories'
import { describe, expect, test } from 'vitest'
import { CATEGORIES, POINT_TABLES, POINTS, POINTS_VERSION } from './points.ts'
import { scorePrediction } from './scoring.ts'
import { emptyPicks, type OpenSet, type Picks } from './setlist.ts'

const { songInShow, songInSet, correctSong, correctSpecial, encoreInSet } = POINTS

/** Set 1 runs past slot 8; set 2 and the encore end at position 3. */
const show = playedSetlist({
  set1: [11, 12, 13, 14, 15, 16, 17, 18, 19],
  set2: [21, 22, 23],
  encore: [31, 32, 33],
  further: [{ set: '3', songs: [41, 42] }],
})

describe('points', () => {
  test('has the five values of the rules', () => {
    expect(Object.keys(POINTS)).toEqual([...CATEGORIES])
    expect(POINT_TABLES.get(POINTS_VERSION)).toBe(POINTS)
    // Score sets name these versions: a table never changes, other points are a new one.
    expect(Object.fromEntries(POINT_TABLES)).toEqual({
      1: { songInShow: 3, songInSet: 6, correctSong: 10, correctSpecial: 15, encoreInSet: 10 },
    })
  })

  test.each([...POINT_TABLES])('falls in table %i from exact place to right set to wrong set', (_, table) => {
    expect(table.correctSpecial).toBeGreaterThanOrEqual(table.correctSong)
    expect(table.correctSong).toBeGreaterThanOrEqual(table.songInSet)
    expect(table.correctSpecial).toBeGreaterThanOrEqual(table.encoreInSet)
    expect(Math.min(table.songInSet, table.encoreInSet)).toBeGreaterThanOrEqual(table.songInShow)
    expect(table.songInShow).toBeGreaterThan(0)
  })
})

describe('one pick', () => {
  test.each([
    ['opener of set 1 in its place', 'set1', 1, 11, 'correctSpecial'],
    ['opener of set 2 in its place', 'set2', 1, 21, 'correctSpecial'],
    ['closer of set 2 in its place', 'set2', 3, 23, 'correctSpecial'],
    ['first encore song in its place', 'encore', 1, 31, 'correctSpecial'],
    ['middle of the encore in its place', 'encore', 2, 32, 'correctSpecial'],
    ['last encore song in its place', 'encore', 3, 33, 'correctSpecial'],
    ['middle of set 1 in its place', 'set1', 2, 12, 'correctSong'],
    ['middle of set 2 in its place', 'set2', 2, 22, 'correctSong'],
    ['position 8 of a longer set 1', 'set1', 8, 18, 'correctSong'],
    ['another place of set 1', 'set1', 3, 11, 'songInSet'],
    ['another place of set 2', 'set2', 8, 21, 'songInSet'],
    ['a closer past slot 8', 'set1', 8, 19, 'songInSet'],
    ['another place of the encore', 'encore', 3, 31, 'encoreInSet'],
    ['set 2 for set 1', 'set2', 1, 11, 'songInShow'],
    ['set 1 for the encore', 'set1', 1, 31, 'songInShow'],
    ['the encore for set 1', 'encore', 1, 12, 'songInShow'],
    ['set 1 for the third set', 'set1', 1, 41, 'songInShow'],
    ['the encore for the third set', 'encore', 2, 42, 'songInShow'],
  ] as const)('scores %s', (_, set, position, songId, category) => {
    const points = POINTS[category]
    const score = scorePrediction(picksAt({ [set]: { [position]: songId } }), show)

    expect(score.hits).toEqual([{ set, position, songId, category, points, isProvisional: false }])
    expect(score.total).toBe(points)
    expect(score.categories[category]).toEqual({ count: 1, points })
  })

  test('scores nothing for a song that was not played', () => {
    const score = scorePrediction(picksAt({ set1: { 1: 99 } }), show)

    expect(score.total).toBe(0)
    expect(score.hits).toEqual([])
  })

  test('pays the only song of a set once', () => {
    const { total } = scorePrediction(picksAt({ set2: { 1: 7 } }), playedSetlist({ set2: [7] }))
    expect(total).toBe(correctSpecial)
  })
})

describe('prediction', () => {
  test('scores nothing without picks', () => {
    expect(scorePrediction(emptyPicks(), show)).toEqual({
      total: 0,
      categories: {
        songInShow: { count: 0, points: 0 },
        songInSet: { count: 0, points: 0 },
        correctSong: { count: 0, points: 0 },
        correctSpecial: { count: 0, points: 0 },
        encoreInSet: { count: 0, points: 0 },
      },
      hits: [],
    })
  })

  test('lists what scored by set 1, set 2, encore and slot, whatever paid more', () => {
    const picks = picksAt({ set1: { 2: 41, 5: 15, 7: 99 }, set2: { 1: 32, 4: 22 }, encore: { 2: 31, 3: 11 } })
    const { hits, total } = scorePrediction(picks, show)

    expect(hits.map(({ set, position, category }) => `${set} ${position} ${category}`)).toEqual([
      'set1 2 songInShow',
      'set1 5 correctSong',
      'set2 1 songInShow',
      'set2 4 songInSet',
      'encore 2 encoreInSet',
      'encore 3 songInShow',
    ])
    expect(total).toBe(3 * songInShow + correctSong + songInSet + encoreInSet)
  })

  test('counts empty slots: a song behind a gap keeps its position', () => {
    const behindGap = { ...emptyPicks(), set1: [11, null, 13] }
    const closedUp = { ...emptyPicks(), set1: [11, 13] }

    expect(scorePrediction(behindGap, show).total).toBe(correctSpecial + correctSong)
    expect(scorePrediction(closedUp, show).total).toBe(correctSpecial + songInSet)
  })

  test('accepts shorter sets', () => {
    expect(scorePrediction({ set1: [11], set2: [], encore: [null, 32] }, show).total).toBe(2 * correctSpecial)
  })
})

describe('song that was picked several times', () => {
  test('pays nineteen picks of one performance once, in the best place', () => {
    const everySlot = { set1: Array(8).fill(12), set2: Array(8).fill(12), encore: Array(3).fill(12) }
    const score = scorePrediction(everySlot, show)

    expect(score.hits).toEqual([
      { set: 'set1', position: 2, songId: 12, category: 'correctSong', points: 10, isProvisional: false },
    ])
  })

  test('pays once for each time it was played', () => {
    const everySlot = { set1: Array(8).fill(5), set2: Array(8).fill(5), encore: Array(3).fill(5) }
    const played = playedSetlist({ set1: [1, 5], set2: [2, 3, 5, 4], further: [{ set: '3', songs: [5] }] })
    const { hits, total } = scorePrediction(everySlot, played)

    expect(hits.map(({ set, position, points }) => [set, position, points])).toEqual([
      ['set1', 1, songInShow],
      ['set1', 2, correctSpecial],
      ['set2', 3, correctSong],
    ])
    expect(total).toBe(songInShow + correctSpecial + correctSong)
  })

  test('leaves an exact place to its pick, not to an earlier one', () => {
    const picks = picksAt({ set1: { 1: 12, 2: 12 } })

    expect(scorePrediction(picks, show).hits).toMatchObject([{ position: 2, category: 'correctSong' }])
  })

  test('leaves the right set to its pick, not to an earlier one', () => {
    const picks = picksAt({ set1: { 1: 23 }, set2: { 1: 23 } })

    expect(scorePrediction(picks, show).hits).toMatchObject([{ set: 'set2', category: 'songInSet' }])
  })

  test('pays the earlier of two picks that could earn the same', () => {
    const sameSet = scorePrediction(picksAt({ set1: { 4: 11, 6: 11 } }), show)
    const wrongSets = scorePrediction(picksAt({ set2: { 8: 11 }, encore: { 1: 11 } }), show)

    expect(sameSet.hits).toMatchObject([{ set: 'set1', position: 4, category: 'songInSet' }])
    expect(wrongSets.hits).toMatchObject([{ set: 'set2', position: 8, category: 'songInShow' }])
  })
})

describe('song that was played several times', () => {
  test('pays a single pick once, for the best place', () => {
    const played = playedSetlist({ set1: [5, 6, 5], encore: [5] })

    expect(scorePrediction(picksAt({ set1: { 3: 5 } }), played).total).toBe(correctSpecial)
    expect(scorePrediction(picksAt({ set1: { 2: 5 } }), played).total).toBe(songInSet)
    expect(scorePrediction(picksAt({ encore: { 2: 5 } }), played).total).toBe(encoreInSet)
    expect(scorePrediction(picksAt({ set2: { 1: 5 } }), played).total).toBe(songInShow)
  })
})

describe('show', () => {
  test('has no opener or closer in an empty set 2', () => {
    const played = playedSetlist({ set1: [1, 2, 3], encore: [4] })

    expect(scorePrediction(picksAt({ set2: { 1: 1, 3: 3 } }), played).categories.songInShow.count).toBe(2)
  })

  test('pays encore picks as songInShow when there is no encore', () => {
    const played = playedSetlist({ set1: [1, 2], set2: [3, 4] })

    expect(scorePrediction(picksAt({ encore: { 1: 4, 2: 9 } }), played).total).toBe(3)
  })

  test('pays nothing for an empty show', () => {
    expect(scorePrediction(picksAt({ set1: { 1: 1 }, encore: { 1: 2 } }), playedSetlist({})).total).toBe(0)
  })

  test('pays a song of a further set for the show, in its opening place too', () => {
    const played = playedSetlist({
      further: [
        { set: '3', songs: [1] },
        { set: '4', songs: [2] },
      ],
    })

    expect(scorePrediction(picksAt({ set1: { 1: 1 }, set2: { 1: 2 } }), played).total).toBe(6)
  })
})

describe('show that runs', () => {
  const setlist = playedSetlist({ set1: [1, 2], set2: [3, 4], encore: [5] })
  const points = (picks: Picks, openSet: OpenSet) => scorePrediction(picks, setlist, undefined, openSet).total

  test.each([
    ['set1', correctSong, correctSpecial],
    ['set2', correctSpecial, correctSong],
    ['encore', correctSpecial, correctSpecial],
    ['further', correctSpecial, correctSpecial],
    [null, correctSpecial, correctSpecial],
  ] as const)('pays closers of ended sets while %s is open', (openSet, closer1, closer2) => {
    expect(points(picksAt({ set1: { 2: 2 } }), openSet)).toBe(closer1)
    expect(points(picksAt({ set2: { 2: 4 } }), openSet)).toBe(closer2)
  })

  test('pays openers and encores at once', () => {
    expect(points(picksAt({ set2: { 1: 3 } }), 'set2')).toBe(correctSpecial)
    expect(points(picksAt({ encore: { 1: 5 } }), 'encore')).toBe(correctSpecial)
  })

  test('pays provisional points from the open set only', () => {
    const picks = picksAt({ set1: { 1: 1, 2: 3 }, set2: { 1: 2, 3: 4 } })
    const states = (openSet: OpenSet) =>
      scorePrediction(picks, setlist, undefined, openSet).hits.map(({ isProvisional }) => isProvisional)

    expect(states('set1')).toEqual([true, false, true, false])
    expect(states('set2')).toEqual([false, true, false, true])
    expect(states(null)).toEqual([false, false, false, false])
  })
})
