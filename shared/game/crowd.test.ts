import { MANY_CASES_TIMEOUT } from '@called-it/tests/support/game-factories'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packPicks } from './bulk/packed-picks.ts'
import { PickCounter } from './bulk/pick-counter.ts'
import { crowdCard, mostPicked, type PickCounts } from './crowd.ts'
import { type Picks, padPicks, SET_NAMES, type SongId } from './setlist.ts'

/** Few songs, so that many meet. */
const slot = fc.option(fc.integer({ min: 1, max: 12 }))
const prediction = fc.record({
  set1: fc.array(slot, { maxLength: 8 }),
  set2: fc.array(slot, { maxLength: 8 }),
  encore: fc.array(slot, { maxLength: 3 }),
})
const predictions = fc.array(prediction, { maxLength: 30 })

const slotsOf = (picks: Picks) => SET_NAMES.flatMap((set) => padPicks(picks)[set])

function count(...slices: (readonly Picks[])[]): PickCounts {
  const counter = new PickCounter()
  for (const slice of slices) counter.add(Buffer.concat(slice.map(packPicks)))
  return counter.counts()
}

const cardOf = (...all: Partial<Picks>[]) =>
  crowdCard(count(all.map((picks) => ({ set1: [], set2: [], encore: [], ...picks }))))

describe('pick counter', () => {
  test('counts picks by slot and players by song', { timeout: MANY_CASES_TIMEOUT }, () => {
    fc.assert(
      fc.property(predictions, fc.nat(30), (all, end) => {
        const counts = count(all.slice(0, end), all.slice(end))
        expect(counts.players).toBe(all.length)
        for (let song = 1; song <= 12; song++) {
          const having = all.filter((picks) => slotsOf(picks).includes(song)).length
          expect(counts.songs.get(song) ?? 0).toBe(having)
          for (const [index, songs] of counts.slots.entries()) {
            const there = all.filter((picks) => slotsOf(picks)[index] === song).length
            expect(songs.get(song) ?? 0).toBe(there)
          }
        }
      }),
    )
  })
})

describe('crowd card', () => {
  test('has the most picked song of each slot among those that are not used', {
    timeout: MANY_CASES_TIMEOUT,
  }, () => {
    fc.assert(
      fc.property(predictions, (all) => {
        const counts = count(all)
        const card = slotsOf(crowdCard(counts))
        const songs = card.filter((song) => song !== null)
        expect(new Set(songs).size).toBe(songs.length)
        for (const [index, song] of card.entries()) {
          const used = new Set<SongId | null>(card.slice(0, index))
          const left = [...(counts.slots[index] ?? [])].filter(([other]) => !used.has(other))
          const most = Math.max(0, ...left.map(([, picks]) => picks))
          expect(song === null ? 0 : counts.slots[index]?.get(song)).toBe(most)
        }
      }),
    )
  })

  test('prefers the song with more picks overall, then the lower id', () => {
    expect(cardOf({ set1: [5] }, { set1: [9], encore: [9] }).set1[0]).toBe(9)
    expect(cardOf({ set1: [9] }, { set1: [5] }).set1[0]).toBe(5)
  })

  test('uses the next song where the most picked one stands already', () => {
    const { set1 } = cardOf({ set1: [4, 4] }, { set1: [4, 4] }, { set1: [4, 7] })
    expect(set1).toEqual([4, 7, null, null, null, null, null, null])
  })
})

test('lists the most picked songs, and all that equal the last of them', () => {
  const songs = new Map([
    [1, 3],
    [2, 5],
    [3, 3],
    [4, 2],
  ])
  expect(mostPicked(songs, 2).map(({ id }) => id)).toEqual([2, 1, 3])
  expect(mostPicked(songs, 20).map(({ id }) => id)).toEqual([2, 1, 3, 4])
})
