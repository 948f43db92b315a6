import { namedDice } from '@called-it/infra/demo/dice'
import { songChance } from '@called-it/tests/support/chance-factories'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawKickstart, placeKickstart } from './kickstart.ts'

const SONGS = Array.from({ length: 40 }, (_, index) => ({ song: index + 1, chance: index < 20 ? 0.3 : 0.1 }))

describe('drawKickstart', () => {
  test('draws nine different songs, or all when there are fewer', () => {
    const chances = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 })
    const randoms = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
      minLength: 20,
      maxLength: 20,
    })
    fc.assert(
      fc.property(chances, randoms, (ofSongs, values) => {
        const drawn = drawKickstart(
          ofSongs.map((chance, song) => ({ song, chance })),
          () => values.pop() ?? 0,
        )
        expect(new Set(drawn).size).toBe(Math.min(9, ofSongs.length))
        expect(drawn).toHaveLength(new Set(drawn).size)
      }),
    )
  })

  test('draws a song of three times the chance first nine times as often', () => {
    const { roll } = namedDice('kickstarts')
    const firsts = Array.from({ length: 10_000 }, () => drawKickstart(SONGS, roll)[0] ?? 0)
    const unlikely = firsts.filter((song) => song > 20).length

    expect(unlikely / firsts.length).toBeCloseTo(1 / (1 + 3 ** 2), 2)
  })
})

describe('placeKickstart', () => {
  test('places four, four and one from the first slots on, where they bring most', () => {
    const nine = Array.from({ length: 9 }, (_, index) => songChance(index + 1, 0.3))
    const opener = songChance(9, 0.3, [0.2])
    const encore = songChance(8, 0.3, [...new Array<number>(16).fill(0), 0.2])

    const { set1, set2, encore: encoreSlots } = placeKickstart([...nine.slice(0, 7), encore, opener])

    expect([set1.length, set2.length, encoreSlots]).toEqual([4, 4, [8]])
    expect(set1[0]).toBe(9)
    expect(new Set([...set1, ...set2, ...encoreSlots]).size).toBe(9)
  })
})
