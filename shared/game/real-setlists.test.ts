/**
 * Scores against setlists that bands really played. Every expected number was worked out by hand from the file,
 * with its song ids and positions; `·` marks what a pick earns and why.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { picksAt } from '@called-it/tests/support/game-factories'
import { HAS_REAL_SETLISTS, REAL_SETLISTS, REAL_SETLISTS_TITLE } from '@called-it/tests/support/real-setlists'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { POINTS } from './points.ts'
import { scorePrediction } from './scoring.ts'
import { type ActualSetlist, arrangeSets, type Picks } from './setlist.ts'

const folder = resolve(REAL_SETLISTS, 'phishnet-v5')

const response = z.object({
  data: z.array(
    z.object({
      set: z.string(),
      songid: z.coerce.number(),
      position: z.number(),
      exclude: z.coerce.number(),
    }),
  ),
})

/** The performances of a file that count, in the order in which they were played. */
function readShow(file: string): ActualSetlist {
  const { data } = response.parse(JSON.parse(readFileSync(resolve(folder, `${file}.json`), 'utf8')))
  const counting = data.filter(({ exclude }) => exclude === 0).toSorted((a, b) => a.position - b.position)
  return arrangeSets(counting.map(({ set, songid }) => ({ set, song: songid })))
}

/** What each pick that scored earned: `set1 4: correctSong`. */
function earned(picks: Picks, actual: ActualSetlist): string[] {
  return scorePrediction(picks, actual).hits.map(
    ({ set, position, category }) => `${set} ${position}: ${category}`,
  )
}

describe.skipIf(!HAS_REAL_SETLISTS)(REAL_SETLISTS_TITLE, () => {
  test('scores a perfect card of two sets and an encore', () => {
    const show = readShow('normal_two_set_encore__2022-07-15_1644952877')
    const called = {
      set1: [2, 650, 2656, 462, 683, 364, 48, 466],
      set2: [381, 273, 104, 2570, 867, 2984, 2946, 250],
      encore: [84, 404, 512],
    }
    const { total, categories } = scorePrediction(called, show)

    expect(show).toEqual({ ...called, further: [] })
    // Two openers, two closers and three encore songs; the other twelve stand in the middle of a set.
    expect([categories.correctSpecial.count, categories.correctSong.count]).toEqual([7, 12])
    expect(total).toBe(7 * POINTS.correctSpecial + 12 * POINTS.correctSong)
  })

  test('scores a show of three sets', () => {
    const show = readShow('three_sets__2024-12-31_1727805859')
    const picks = picksAt({
      // 381 opens · 653 is third · 538 is fourth · 603 closes in tenth place, which no slot reaches
      set1: { 1: 381, 2: 653, 4: 538, 8: 603 },
      // 113 opens the third set · 202 closes set 2 in eighth place
      set2: { 1: 113, 8: 202 },
      // 628 is third of the encore · 296 is second · 381 was played once and is paid above
      encore: { 1: 628, 2: 296, 3: 381 },
    })

    expect([show.set1, show.set2, show.encore].map((set) => set.length)).toEqual([10, 8, 3])
    expect(show.further).toEqual([{ set: '3', songs: [113, 3080, 35, 3139, 110, 512, 3100, 2796] }])
    expect(earned(picks, show)).toEqual([
      'set1 1: correctSpecial',
      'set1 2: songInSet',
      'set1 4: correctSong',
      'set1 8: songInSet',
      'set2 1: songInShow',
      'set2 8: correctSpecial',
      'encore 1: encoreInSet',
      'encore 2: correctSpecial',
    ])
  })

  test('scores four sets, the fourth after the encore', () => {
    const show = readShow('four_sets__2015-08-22_1426718300')
    const picks = picksAt({
      // 2574 is the whole fourth set · 892 is eighth of thirteen
      set1: { 1: 2574, 8: 892 },
      // 119 was played twice in the third set, so two of three picks are paid · 442 closes set 2
      set2: { 1: 119, 2: 119, 3: 119, 6: 442 },
      // 628 is second of two
      encore: { 1: 628 },
    })

    expect([show.set1, show.set2, show.encore].map((set) => set.length)).toEqual([13, 6, 2])
    expect(show.further.map(({ set, songs }) => [set, songs.length])).toEqual([
      ['3', 10],
      ['4', 1],
    ])
    expect(earned(picks, show)).toEqual([
      'set1 1: songInShow',
      'set1 8: correctSong',
      'set2 1: songInShow',
      'set2 2: songInShow',
      'set2 6: correctSpecial',
      'encore 1: encoreInSet',
    ])
  })

  test('continues the first encore with the second', () => {
    const show = readShow('two_encores_e_e2__2018-10-21_1526437700')

    expect(show.encore).toEqual([2639, 690])
    expect(earned(picksAt({ encore: { 1: 2639, 2: 690 } }), show)).toEqual(['encore 1: correctSpecial', 'encore 2: correctSpecial'])
    expect(earned(picksAt({ encore: { 1: 690, 3: 2639 } }), show)).toEqual(['encore 1: encoreInSet', 'encore 3: encoreInSet'])
  })

  test('scores a song played twice in set 2 and picked three times', () => {
    const show = readShow('three_encores_e3__1992-03-26_1250741663')
    const picks = picksAt({
      // 514 was played once, in the encore, where another pick has its exact place
      set1: { 1: 514 },
      // 440 closes in fifteenth place · 588 is sixth and eighth: the pick between them finds none left
      set2: { 1: 440, 6: 588, 7: 588, 8: 588 },
      encore: { 1: 514, 2: 110, 3: 249 },
    })

    expect([show.set1.length, show.set2.length]).toEqual([10, 15])
    expect(show.encore).toEqual([514, 110, 249])
    expect(earned(picks, show)).toEqual([
      'set2 1: songInSet',
      'set2 6: correctSong',
      'set2 8: correctSong',
      'encore 1: correctSpecial',
      'encore 2: correctSpecial',
      'encore 3: correctSpecial',
    ])
  })

  test('scores a song played three times in one set', () => {
    const show = readShow('song_twice_same_set__2025-06-22_1739905740')
    // 627 is second, fourth and sixth of seven: one pick is in place, two are in the set, two find none left.
    const picks = picksAt({ set1: { 2: 627 }, set2: { 1: 627, 3: 627, 4: 627 }, encore: { 1: 627 } })

    expect(show.set2).toEqual([38, 627, 2573, 627, 3080, 627, 234])
    expect(earned(picks, show)).toEqual(['set2 1: songInSet', 'set2 3: songInSet', 'set2 4: correctSong'])
  })

  test('scores a song played in set 2 and in the encore', () => {
    const show = readShow('song_in_two_sets__2024-08-02_1709061889')
    // 174 is third, fifth and ninth (the closer, past slot 8) of set 2, and second of the encore.
    const picks = picksAt({ set1: { 1: 174 }, set2: { 3: 174, 8: 174 }, encore: { 1: 174 } })

    expect(show.set2).toEqual([592, 38, 174, 491, 174, 657, 867, 2638, 174])
    expect(earned(picks, show)).toEqual(['set1 1: songInShow', 'set2 3: correctSong', 'set2 8: songInSet', 'encore 1: encoreInSet'])
  })

  test('pays nothing when all performances are excluded', () => {
    const show = readShow('excluded_from_stats__2025-01-28_1738096515')

    expect(show).toEqual({ set1: [], set2: [], encore: [], further: [] })
    // All four songs of the file, each in its place.
    expect(earned(picksAt({ set1: { 1: 311, 2: 402, 3: 420, 4: 311 } }), show)).toEqual([])
  })
})
