import { MANY_CASES_TIMEOUT } from '@called-it/tests/support/game-factories'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addSong,
  type Draft,
  dealKickstart,
  draftFromPicks,
  emptyDraft,
  fillSlot,
  isDraftEmpty,
  moveSong,
  nextEmptySlot,
  nextFreePosition,
  picksFromDraft,
  removeSong,
} from './draft.ts'
import { countPicks, padPicks, type SetName } from './setlist.ts'

const draftOf = (sets: Partial<Draft<string>>): Draft<string> =>
  padPicks({ ...emptyDraft<string>(), ...sets })

describe('nextEmptySlot', () => {
  const full = { set1: Array(8).fill('a'), set2: Array(8).fill('b'), encore: Array(3).fill('c') }

  test.each([
    ['in its set', { set1: ['a', null, 'c'] }, { set: 'set1', position: 1 }, { set: 'set1', position: 2 }],
    ['in the next set', { set2: ['x'] }, { set: 'set1', position: 8 }, { set: 'set2', position: 2 }],
    ['behind a full set', { set2: full.set2 }, { set: 'set1', position: 8 }, { set: 'encore', position: 1 }],
    [
      'behind a set that ends early',
      { set2: [] },
      { set: 'set2', position: 4 },
      { set: 'set2', position: 5 },
    ],
    [
      'before it, when none follows',
      { ...full, set1: ['a'] },
      { set: 'encore', position: 3 },
      { set: 'set1', position: 2 },
    ],
  ] as const)('finds the slot %s', (_where, sets, after, next) => {
    expect(nextEmptySlot({ ...emptyDraft<string>(), ...sets }, after)).toEqual(next)
  })

  test('begins with the opener, and ends with a full card', () => {
    expect(nextEmptySlot(emptyDraft())).toEqual({ set: 'set1', position: 1 })
    expect(nextEmptySlot(full, { set: 'set2', position: 2 })).toBeNull()
  })

  test('leads to every slot once', () => {
    let draft = emptyDraft<string>()
    for (let at = nextEmptySlot(draft); at; at = nextEmptySlot(draft, at)) draft = fillSlot(draft, at, 'x')
    expect(countPicks(draft)).toBe(19)
  })
})

test('fills a slot behind the end of a set, and replaces its song', () => {
  const short = { set1: ['a'], set2: [], encore: [] }
  const draft = fillSlot(short, { set: 'set1', position: 3 }, 'c')
  expect(draft.set1.slice(0, 4)).toEqual(['a', null, 'c', null])
  expect(fillSlot(draft, { set: 'set1', position: 1 }, 'b').set1[0]).toBe('b')
})

describe('addSong', () => {
  test('fills the first empty slot', () => {
    expect(addSong(draftOf({ set1: ['a', null, 'c'] }), 'set1', 'b').set1.slice(0, 4)).toEqual([
      'a',
      'b',
      'c',
      null,
    ])
  })

  test('appends to a set that ends early', () => {
    const short = { set1: [], set2: ['a', 'b'], encore: [] }

    expect(addSong(short, 'set2', 'c').set2).toEqual(['a', 'b', 'c'])
  })

  test.each([
    ['set1', 8],
    ['set2', 8],
    ['encore', 3],
  ] as const)('does nothing to %s when its %d slots are full', (set, size) => {
    const full = draftOf({ [set]: Array(size).fill('a') })

    expect(addSong(full, set, 'b')).toBe(full)
    expect(nextFreePosition(full, set)).toBeNull()
  })

  test('goes where the next free position says', () => {
    const draft = draftOf({ encore: ['a', null, 'c'] })

    expect(nextFreePosition(draft, 'encore')).toBe(2)
    expect(addSong(draft, 'encore', 'b').encore).toEqual(['a', 'b', 'c'])
  })

  test('leaves the other sets and the old draft alone', () => {
    const before = draftOf({ set2: ['x'] })
    const after = addSong(before, 'set1', 'a')

    expect(before.set1[0]).toBeNull()
    expect(after.set2).toBe(before.set2)
  })
})

describe('removeSong', () => {
  test('empties its slot and moves nothing', () => {
    expect(removeSong(draftOf({ encore: ['a', 'b', 'c'] }), 'encore', 2).encore).toEqual(['a', null, 'c'])
  })

  test.each([0, 2, 3, 9])('changes nothing at position %d, where there is none', (position) => {
    const draft = draftOf({ encore: ['a'] })

    expect(removeSong(draft, 'encore', position)).toBe(draft)
  })
})

describe('moveSong', () => {
  test.each([
    ['up', 3, 1, ['c', 'a', null]],
    ['down', 1, 3, [null, 'c', 'a']],
    ['to its neighbour', 1, 2, [null, 'a', 'c']],
  ] as const)('renumbers the slots between when a song moves %s', (_, from, to, expected) => {
    expect(moveSong(draftOf({ encore: ['a', null, 'c'] }), 'encore', from, to).encore).toEqual(expected)
  })

  test('moves an empty slot like a song', () => {
    expect(moveSong(draftOf({ encore: ['a', null, 'c'] }), 'encore', 2, 3).encore).toEqual(['a', 'c', null])
  })

  test('reaches every slot of a set that ends early', () => {
    expect(moveSong({ set1: [], set2: [], encore: ['a'] }, 'encore', 1, 3).encore).toEqual([null, null, 'a'])
  })

  test.each([
    [1, 1],
    [0, 2],
    [2, 4],
    [1.5, 2],
  ])('changes nothing for a move from %d to %d', (from, to) => {
    const draft = draftOf({ encore: ['a', 'b', 'c'] })

    expect(moveSong(draft, 'encore', from, to)).toBe(draft)
  })

  test('restores the draft when the move is reversed', { timeout: MANY_CASES_TIMEOUT }, () => {
    const slots = fc.array(fc.option(fc.string()), { minLength: 8, maxLength: 8 })
    const position = fc.integer({ min: 1, max: 8 })
    fc.assert(
      fc.property(slots, position, position, (set1, from, to) => {
        const draft = draftOf({ set1 })

        expect(moveSong(moveSong(draft, 'set1', from, to), 'set1', to, from)).toEqual(draft)
      }),
    )
  })
})

describe('draft and picks', () => {
  const songs = new Map([7, 8, 9].map((id) => [id, { id, name: `song ${id}` }]))
  const picks = padPicks({ set1: [null, 7], set2: [8, 8], encore: [null, null, 9] })

  test('converts a draft to picks and back', () => {
    const draft = draftFromPicks(picks, (id) => songs.get(id))

    expect(draft.set1[1]).toEqual({ id: 7, name: 'song 7' })
    expect(picksFromDraft(draft)).toEqual(picks)
    expect(countPicks(draft)).toBe(4)
  })

  test('leaves the slot of an unknown song empty', () => {
    expect(
      draftFromPicks(padPicks({ set1: [1, 7], set2: [], encore: [] }), (id) => songs.get(id)).set1[0],
    ).toBeNull()
  })

  test('does not look up a song for an empty slot', () => {
    const draft = draftFromPicks(padPicks({ set1: [null, 7], set2: [], encore: [] }), () => 'a song')
    expect(draft.set1.slice(0, 3)).toEqual([null, 'a song', null])
  })

  test('is empty when no slot is filled', () => {
    expect(isDraftEmpty(emptyDraft())).toBe(true)
    expect(isDraftEmpty(draftOf({ encore: [null, 'a'] }))).toBe(false)
  })
})

describe('dealKickstart', () => {
  const song = (id: number, usualSet?: SetName | null) => ({
    id,
    ...(usualSet === undefined ? {} : { usualSet }),
  })
  const deal = (...songs: { id: number; usualSet?: SetName | null }[]) => {
    const draft = dealKickstart(songs)
    return draft && picksFromDraft(draft)
  }
  const firstOf = (count: number, usualSet?: SetName) =>
    Array.from({ length: count }, (_, id) => song(id + 1, usualSet))

  test('deals 4 / 4 / 1 in the order given where no set is usual', () => {
    expect(deal(...firstOf(9))).toEqual(padPicks({ set1: [1, 2, 3, 4], set2: [5, 6, 7, 8], encore: [9] }))
  })

  test('puts songs where the band usually plays them', () => {
    const songs = [
      song(1, 'encore'),
      song(2, 'set2'),
      song(3, 'set1'),
      song(4, null),
      ...[5, 6, 7].map((id) => song(id, 'set2')),
    ]

    expect(deal(...songs, song(8), song(9, 'set1'))).toEqual(
      padPicks({ set1: [3, 9, 4, 8], set2: [2, 5, 6, 7], encore: [1] }),
    )
  })

  test('fills the other sets with what its usual set has no room for', () => {
    expect(deal(...firstOf(9, 'encore'))).toEqual(
      padPicks({ set1: [2, 3, 4, 5], set2: [6, 7, 8, 9], encore: [1] }),
    )
  })

  test('leaves out what comes beyond nine, first what is not at home in a set', () => {
    const atHome = [...[10, 11, 12, 13].map((id) => song(id, 'set2')), song(14, 'encore')]

    expect(deal(...firstOf(9), ...atHome)).toEqual(
      padPicks({ set1: [1, 2, 3, 4], set2: [10, 11, 12, 13], encore: [14] }),
    )
  })

  test('is none with fewer than nine songs', () => {
    expect(deal(...firstOf(8))).toBeNull()
  })
})
