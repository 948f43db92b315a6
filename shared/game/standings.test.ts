import { MANY_CASES_TIMEOUT } from '@called-it/tests/support/game-factories'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  averageScore,
  compareStandings,
  medal,
  medianOf,
  nameSortKey,
  rankBadge,
  rankByTotal,
  rankStandings,
  type Standing,
} from './standings.ts'

const standing = (fields: Partial<Standing>): Standing => ({
  userId: 1,
  displayName: 'fan',
  total: 100,
  shows: 2,
  best: 60,
  ...fields,
})

const manyStandings = fc.uniqueArray(
  fc.record({
    userId: fc.nat({ max: 1_000 }),
    displayName: fc.string({ unit: 'grapheme', maxLength: 3 }),
    total: fc.nat({ max: 12 }),
    shows: fc.integer({ min: 1, max: 3 }),
    best: fc.nat({ max: 4 }),
  }),
  { selector: ({ userId }) => userId },
)

describe('board order', () => {
  test.each([
    ['the higher total', { total: 101, best: 1 }, { total: 100, best: 60 }],
    ['then the better best show', { best: 61, shows: 9 }, { best: 60, shows: 1 }],
    ['then fewer shows', { shows: 1, displayName: 'z' }, { shows: 2, displayName: 'a' }],
    ['then the name, without case', { displayName: 'Amy', userId: 9 }, { displayName: 'bob', userId: 2 }],
    ['then the lower id', { displayName: 'AMY', userId: 2 }, { displayName: 'amy', userId: 9 }],
    [
      'names by bytes: capitals of other scripts behind ASCII',
      { displayName: 'zed' },
      { displayName: 'Äsa' },
    ],
    [
      'names by bytes: the last character of its page behind the one before it',
      { displayName: '\u{1F3FE}' },
      { displayName: '\u{1F3FF}' },
    ],
    ['names by bytes: emoji behind every other letter', { displayName: '\uFF5A' }, { displayName: '🎸' }],
    [
      'the shorter of two names that begin alike',
      { displayName: 'amy', userId: 9 },
      { displayName: 'amy b' },
    ],
  ])('puts first %s', (_, first, second) => {
    expect(compareStandings(standing(first), standing(second))).toBeLessThan(0)
    expect(compareStandings(standing(second), standing(first))).toBeGreaterThan(0)
  })

  test('sorts names by a key in lower case, as the database keeps it', () => {
    expect(nameSortKey('Ada STRÖM 🎸')).toBe('ada ström 🎸')
  })

  test('compares names as their UTF-8 bytes do', { timeout: MANY_CASES_TIMEOUT }, () => {
    const acrossLengthsInBytes = ['a', 'B', 'z', 'é', 'Ω', '\uD7FF', '\uE000', '\uFFFD', '\u{10000}', '🎸']
    const text = fc
      .array(fc.constantFrom(...acrossLengthsInBytes), { maxLength: 4 })
      .map((letters) => letters.join(''))
    fc.assert(
      fc.property(text, text, (a, b) => {
        const byBytes = Buffer.compare(Buffer.from(nameSortKey(a)), Buffer.from(nameSortKey(b)))
        const compared = compareStandings(standing({ displayName: a }), standing({ displayName: b }))

        expect(Math.sign(compared)).toBe(byBytes)
      }),
      { numRuns: 500 },
    )
  })
})

describe('ranks', () => {
  test('shares a rank between equal totals, then skips', () => {
    const ranked = rankStandings([
      standing({ userId: 1, total: 70 }),
      standing({ userId: 2, total: 90 }),
      standing({ userId: 3, total: 80, best: 10 }),
      standing({ userId: 4, total: 80, best: 20 }),
    ])

    expect(ranked.map(({ userId, rank }) => [userId, rank])).toEqual([
      [2, 1],
      [4, 2],
      [3, 2],
      [1, 4],
    ])
  })

  test('shares a rank between players without points', () => {
    expect(
      rankStandings([standing({ total: 0 }), standing({ total: 0, userId: 2 })]).map((row) => row.rank),
    ).toEqual([1, 1])
    expect(rankStandings([])).toEqual([])
  })

  test('ranks each player one below the players above, in both ways', { timeout: MANY_CASES_TIMEOUT }, () => {
    fc.assert(
      fc.property(manyStandings, (standings) => {
        const counts = Map.groupBy(standings, ({ total }) => total)
        const histogram = Array.from(counts, ([total, rows]) => ({ total, players: rows.length }))

        for (const { total, rank } of rankStandings(standings)) {
          expect(rank).toBe(1 + standings.filter((other) => other.total > total).length)
          expect(rankByTotal(histogram)(total)).toBe(rank)
        }
      }),
    )
  })

  test('does not reorder the rows that were passed in', () => {
    const rows = [standing({ total: 1 }), standing({ total: 2, userId: 2 })]
    rankStandings(rows)

    expect(rows.map(({ total }) => total)).toEqual([1, 2])
  })

  test('ranks a total that nobody has', () => {
    const histogram = [
      { total: 10, players: 3 },
      { total: 30, players: 2 },
    ]

    expect([31, 30, 20, 10, 0, -1].map(rankByTotal(histogram))).toEqual([1, 1, 3, 3, 6, 6])
    expect(rankByTotal([])(20)).toBe(1)
  })
})

test.each([
  [[], 0],
  [[{ total: 7, players: 1 }], 7],
  [
    [
      { total: 30, players: 2 },
      { total: 10, players: 1 },
      { total: 0, players: 1 },
    ],
    10,
  ],
])('finds the middle of the totals %j: %i', (histogram, median) => {
  expect(medianOf(histogram)).toBe(median)
})

describe('badge and medal', () => {
  test('badges: Tour Leader, Top 3, Top 10', () => {
    expect([1, 2, 3, 4, 10, 11].map(rankBadge)).toEqual([
      'Tour Leader',
      'Top 3',
      'Top 3',
      'Top 10',
      'Top 10',
      null,
    ])
  })

  test('awards a crown for rank 1 and medals for ranks 2 and 3', () => {
    expect([1, 2, 3, 4].map(medal)).toEqual(['crown', 'silver', 'bronze', null])
  })

  test('rounds the average per show; null without shows', () => {
    expect(averageScore(100, 3)).toBe(33)
    expect(averageScore(101, 2)).toBe(51)
    expect(averageScore(0, 0)).toBeNull()
  })
})
