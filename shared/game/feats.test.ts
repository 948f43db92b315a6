import { MANY_CASES_TIMEOUT, picksAt, playedSetlist } from '@called-it/tests/support/game-factories'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packPicks, unpackSlots } from './bulk/packed-picks.ts'
import { createFeatFinder, FEATS, type Night } from './feats.ts'
import { NO_MERGES, resolveSong } from './merged-songs.ts'
import type { ActualSetlist, Picks } from './setlist.ts'

const NIGHT: Night = {
  actual: playedSetlist({ set1: [1, 2, 3, 4], set2: [5, 6, 5], encore: [7, 8] }),
  merged: NO_MERGES,
  gaps: new Map(),
  players: 5,
  bestTotal: 90,
  machineTotal: null,
}

function find(picks: Picks, night: Partial<Night> = {}, total = 10) {
  const { feats, rarest } = createFeatFinder({ ...NIGHT, ...night })(unpackSlots(packPicks(picks)), total)
  return { feats: FEATS.filter((_, bit) => (feats & (1 << bit)) !== 0), rarest }
}
const featsOf = (...given: Parameters<typeof find>) => find(...given).feats

describe('feats of a card', () => {
  test('has the first song of set 1 and of the encore in their exact places', () => {
    expect(featsOf(picksAt({ set1: { 1: 1 } }))).toEqual(['opener-called'])
    expect(featsOf(picksAt({ encore: { 1: 7 } }))).toEqual(['encore-called'])
    expect(featsOf(picksAt({ set1: { 2: 1 }, set2: { 1: 5 }, encore: { 2: 7, 3: 8 } }))).toEqual([])
    const nothing = { actual: playedSetlist({ set2: [5] }) }
    expect(featsOf(picksAt({ set2: { 1: 9 } }), nothing)).toEqual([])
  })

  test('has a perfect set with at least four songs, all picked for it', () => {
    const all = { 1: 4, 3: 2, 5: 3, 8: 1 }
    expect(featsOf(picksAt({ set1: all }))).toEqual(['perfect-set'])
    expect(featsOf(picksAt({ set1: { 1: 4, 3: 2, 5: 3 }, set2: { 1: 1 } }))).toEqual([])
    expect(featsOf(picksAt({ set2: { 2: 5, 3: 6 } }))).toEqual([])
    const long = { actual: playedSetlist({ set1: [1, 2, 3, 4, 5, 6, 7, 8, 9] }) }
    expect(featsOf(picksAt({ set1: { 2: 1, 1: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8 } }), long)).toEqual([])
  })

  test('names the called song with the longest gap, a bust-out from 50 shows on', () => {
    const card = picksAt({ set2: { 3: 1, 4: 20, 5: 2 } })
    const gaps = (gap: number) => ({
      gaps: new Map([
        [1, gap],
        [2, 3],
        [3, 99],
      ]),
    })
    expect(find(card, gaps(49))).toEqual({ feats: [], rarest: { song: 1, gap: 49 } })
    expect(find(card, gaps(50))).toEqual({ feats: ['bust-out'], rarest: { song: 1, gap: 50 } })
    expect(find(picksAt({ set1: { 2: 20 } }), gaps(50)).rarest).toBeNull()
  })

  test('wins a night of five players with the most points, and more than none', () => {
    const card = picksAt({})
    expect(featsOf(card, {}, 90)).toEqual(['night-won'])
    expect(featsOf(card, { players: 4 }, 90)).toEqual([])
    expect(featsOf(card, {}, 89)).toEqual([])
    expect(featsOf(card, { bestTotal: 0 }, 0)).toEqual([])
  })

  test('beats the machine with more points than its card', () => {
    expect(featsOf(picksAt({}), { machineTotal: 20 }, 21)).toEqual(['machine-beaten'])
    expect(featsOf(picksAt({}), { machineTotal: 20 }, 20)).toEqual([])
  })

  test('takes merged songs as the song that they are', () => {
    const night = {
      merged: new Map([
        [11, 1],
        [2, 12],
      ]),
      gaps: new Map([[1, 60]]),
    }
    expect(find(picksAt({ set1: { 1: 11, 2: 12, 3: 3, 4: 4 } }), night)).toEqual({
      feats: ['opener-called', 'bust-out', 'perfect-set'],
      rarest: { song: 1, gap: 60 },
    })
  })

  test('agrees with the plain definitions', { timeout: MANY_CASES_TIMEOUT }, () => {
    const song = fc.integer({ min: 1, max: 9 })
    const slots = (maxLength: number) => fc.array(fc.option(song, { freq: 6 }), { maxLength })
    const songs = fc.array(song, { maxLength: 6 })
    const night = fc.record({
      actual: fc.record({ set1: songs, set2: songs, encore: songs, further: fc.constant([]) }),
      merged: fc.constantFrom(
        NO_MERGES,
        new Map([
          [8, 1],
          [9, 2],
        ]),
      ),
      gaps: fc.dictionary(fc.constantFrom('1', '2', '3', '4'), fc.integer({ min: 0, max: 80 })),
      players: fc.integer({ min: 1, max: 8 }),
      bestTotal: fc.integer({ min: 0, max: 3 }),
      machineTotal: fc.option(fc.integer({ min: 0, max: 3 })),
    })
    const picks = fc.record({ set1: slots(8), set2: slots(8), encore: slots(3) })
    fc.assert(
      fc.property(night, picks, fc.integer({ min: 0, max: 3 }), (given, card, total) => {
        const gaps = new Map(Object.entries(given.gaps).map(([id, gap]) => [Number(id), gap]))
        const facts = { ...given, gaps }
        expect(find(card, facts, total)).toEqual(plainly(card, facts, total))
      }),
      { numRuns: 500 },
    )
  })
})

/** The definitions of docs/rules.md, word by word. */
function plainly(card: Picks, night: Night, total: number): ReturnType<typeof find> {
  const same = (set: readonly (number | null)[]) => set.map((song) => song && resolveSong(night.merged, song))
  const [set1, set2, encore] = [same(card.set1), same(card.set2), same(card.encore)]
  const played = (set: 'set1' | 'set2' | 'encore', { actual }: { actual: ActualSetlist } = night) =>
    same(actual[set])
  const called = [...set1, ...set2, ...encore].flatMap((song) => (song && night.gaps.has(song) ? [song] : []))
  const gapOf = (song: number) => night.gaps.get(song) ?? 0
  const longest = Math.max(...called.map(gapOf))
  const rarest = called.find((song) => gapOf(song) === longest)
  const isPerfect = (picked: typeof set1, songs: typeof set1) =>
    new Set(songs).size >= 4 && songs.every((song) => picked.includes(song))
  const isFirst = (picked: typeof set1, songs: typeof set1) =>
    songs.length > 0 && (picked[0] ?? null) === songs[0]
  const earned = [
    isFirst(set1, played('set1')),
    isFirst(encore, played('encore')),
    rarest !== undefined && longest >= 50,
    isPerfect(set1, played('set1')) || isPerfect(set2, played('set2')),
    night.players >= 5 && total > 0 && total === night.bestTotal,
    night.machineTotal !== null && total > night.machineTotal,
  ]
  return {
    feats: FEATS.filter((_, index) => earned[index]),
    rarest: rarest === undefined ? null : { song: rarest, gap: longest },
  }
}
