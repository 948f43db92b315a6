import { pastShow, pastShows } from '@called-it/tests/support/chance-factories'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { POINTS } from '../points.ts'
import { slotChances } from './slots.ts'
import type { PastShow } from './song-chance.ts'

const OPENER = 1
const CLOSER = 2
const ENCORE = 3
const SLOT_OF_CLOSER = 4

/** A band that plays the same show every night: five songs a set, and one encore. */
const SAME_EVERY_NIGHT = Array.from({ length: 200 }, () =>
  pastShow({ set1: [OPENER, 11, 12, 13, CLOSER], set2: [21, 22, 23, 24, 25], encore: [ENCORE] }),
)

function songOf(history: PastShow[], song: number, chance = 0.5) {
  const [found] = slotChances(history, [{ song, chance, reasons: ['due'] }])
  if (!found) throw new Error('no chance')
  return found
}

describe('slotChances', () => {
  test('keeps the slots of a song within its chance, and the points within the scoring', () => {
    fc.assert(
      fc.property(pastShows, fc.double({ min: 0, max: 1, noNaN: true }), (history, chance) => {
        const { slots, expected } = songOf(history, 7, chance)

        expect(slots).toHaveLength(19)
        expect(sum(slots)).toBeLessThanOrEqual(chance + 1e-9)
        slots.forEach((slot, index) => {
          expect(slot).toBeGreaterThanOrEqual(0)
          expect(expected[index]).toBeGreaterThanOrEqual(3 * chance + 7 * slot - 1e-9)
          const exact = POINTS.correctSpecial - POINTS.songInSet
          expect(expected[index]).toBeLessThanOrEqual((index < 16 ? 6 : 10) * chance + exact * slot + 1e-9)
        })
      }),
    )
  })

  test.each([
    ['opener', OPENER, 0, POINTS.correctSpecial],
    ['closer', CLOSER, SLOT_OF_CLOSER, POINTS.correctSpecial],
    ['encore', ENCORE, 16, POINTS.correctSpecial],
    ['song in the middle', 12, 2, 10],
  ])('expects the points of an exact place from the %s of every night', (_, song, slot, points) => {
    const { slots, expected } = songOf(SAME_EVERY_NIGHT, song)

    const exact = slots[slot] ?? 0
    expect(exact).toBeGreaterThan(0.4)
    expect(expected[slot]).toBeGreaterThan(points * exact + 2.9 * (0.5 - exact))
    expect(expected[slot]).toBeLessThan(points * exact + 6 * (0.5 - exact))
    expect(Math.max(...expected)).toBe(expected[slot])
  })

  test('expects the points of the right set beside the exact place, else of the show', () => {
    const opener = songOf(SAME_EVERY_NIGHT, OPENER, 1).expected
    const encore = songOf(SAME_EVERY_NIGHT, ENCORE, 1).expected

    for (const [points, of] of [
      [opener[3], 6],
      [opener[12], 3],
      [encore[18], 10],
    ]) {
      expect(points).toBeGreaterThan((of ?? 0) * 0.8)
      expect(points).toBeLessThan((of ?? 0) * 1.2)
    }
  })

  test('gives a song without plays the places of the band', () => {
    const { slots } = songOf(SAME_EVERY_NIGHT, 999, 1)

    expect(slots[0]).toBeCloseTo(1 / 11, 1)
    expect(slots[7]).toBe(0)
  })

  test('follows a song that moves to another set', () => {
    const moved = Array.from({ length: 60 }, () => pastShow({ set1: [11, 12], set2: [OPENER, 22] }))
    const { slots } = songOf([...SAME_EVERY_NIGHT, ...moved], OPENER)

    expect(slots[8]).toBeGreaterThan(0.35)
  })

  test('scales a slot down where known songs are played less often than guessed', () => {
    const newOpeners = Array.from({ length: 200 }, (_, night) => pastShow({ set1: [100 + night, 1, 2, 3] }))
    const { slots } = songOf(newOpeners, 1, 1)
    const unscaled = 8 / 4 / (8 + 1 / (1 - 0.5 ** (1 / 20)))

    expect(slots[0]).toBeLessThan(unscaled / 2)
    expect(slots[1]).toBeGreaterThan(0.8)
  })

  test('keeps songs, chances and reasons as they are', () => {
    const songs = [
      { song: 5, chance: 0.2, reasons: ['rested' as const] },
      { song: 3, chance: 0.4, reasons: [] },
    ]
    expect(slotChances([], songs)).toMatchObject(songs)
  })
})

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
