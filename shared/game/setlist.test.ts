import { describe, expect, test } from 'vitest'
import { arrangeSets, countPicks, countSet, emptyPicks, padPicks, SLOT_COUNT } from './setlist.ts'

describe('slots', () => {
  test('has 8, 8 and 3 slots, nineteen in all', () => {
    const { set1, set2, encore } = emptyPicks()

    expect([set1.length, set2.length, encore.length]).toEqual([8, 8, 3])
    expect(SLOT_COUNT).toBe(19)
    expect([...set1, ...set2, ...encore].every((song) => song === null)).toBe(true)
  })

  test('pads sets at the end and keeps gaps', () => {
    expect(padPicks({ set1: [null, 5], set2: [], encore: [1, 2, 3] })).toEqual({
      set1: [null, 5, null, null, null, null, null, null],
      set2: Array(8).fill(null),
      encore: [1, 2, 3],
    })
  })

  test.each(['set1', 'set2', 'encore'])('throws for too many slots in %s', (set) => {
    const size = set === 'encore' ? 3 : 8
    const refused = new RangeError(`a set of ${size} slots cannot hold 9`)
    expect(() => padPicks({ ...emptyPicks(), [set]: Array(9).fill(null) })).toThrow(refused)
  })

  test('counts filled slots', () => {
    const picks = { set1: [1, null, 1], set2: [], encore: [null, null, 3] }

    expect(countPicks(picks)).toBe(3)
    expect(countSet(picks, 'set1')).toBe(2)
    expect(countPicks(emptyPicks())).toBe(0)
  })
})

describe('arrangeSets', () => {
  const arrange = (...entries: [set: string, song: string][]) =>
    arrangeSets(entries.map(([set, song]) => ({ set, song })))

  test('keeps the order of performance within each set', () => {
    expect(arrange(['1', 'a'], ['1', 'b'], ['2', 'c'], ['2', 'a'], ['e', 'd'])).toEqual({
      set1: ['a', 'b'],
      set2: ['c', 'a'],
      encore: ['d'],
      further: [],
    })
  })

  test('numbers second and later encores on from the first', () => {
    expect(arrange(['1', 'a'], ['e', 'b'], ['e2', 'c'], ['E3', 'd']).encore).toEqual(['b', 'c', 'd'])
  })

  test('keeps third and later sets apart, those behind the encore too', () => {
    const { set1, encore, further } = arrange(
      ['1', 'a'],
      ['3', 'b'],
      ['3', 'c'],
      ['e', 'd'],
      ['4', 'b'],
      ['3', 'e'],
    )

    expect({ set1, encore }).toEqual({ set1: ['a'], encore: ['d'] })
    expect(further).toEqual([
      { set: '3', songs: ['b', 'c', 'e'] },
      { set: '4', songs: ['b'] },
    ])
  })

  test('drops soundchecks', () => {
    expect(arrange(['s', 'a'], ['S', 'b'], ['1', 'c'])).toEqual({
      set1: ['c'],
      set2: [],
      encore: [],
      further: [],
    })
  })

  test('leaves set 1 empty where a show has a second set only', () => {
    expect(arrange(['2', 'a'])).toMatchObject({ set1: [], set2: ['a'] })
  })

  test('takes an unknown label for a further set', () => {
    const labels = ['late', 'encore-ish', 'sit-in', 'acoustics']
    const { further } = arrange(...labels.map((label): [string, string] => [label, 'a']))
    expect(further.map(({ set }) => set)).toEqual(labels)
  })
})
