import { MANY_CASES_TIMEOUT } from '@called-it/tests/support/game-factories'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ActualSetlist, SongId } from './setlist.ts'
import { compareSetlists, type SetlistPlace } from './setlist-difference.ts'

const NOTHING: ActualSetlist = { set1: [], set2: [], encore: [], further: [] }
const setlistOf = (sets: Partial<ActualSetlist>): ActualSetlist => ({ ...NOTHING, ...sets })
const same = (song: SongId) => song
const NO_DIFFERENCE = { added: [], removed: [], moved: [] }
const compare = (before: Partial<ActualSetlist>, after: Partial<ActualSetlist>) =>
  compareSetlists(setlistOf(before), setlistOf(after), same)

describe('compareSetlists', () => {
  test('lists an inserted song without moving those below it', () => {
    expect(compare({ set1: [1, 2, 3] }, { set1: [9, 1, 2, 3] })).toEqual({
      added: [{ set: 'set1', position: 1, song: 9 }],
      removed: [],
      moved: [],
    })
  })

  test('lists a song in another place as a move', () => {
    const toEncore = compare({ set2: [1, 2] }, { set2: [1], encore: [2] })
    expect(toEncore).toMatchObject({
      added: [],
      removed: [],
      moved: [{ from: { set: 'set2', position: 2 }, to: { set: 'encore', position: 1, song: 2 } }],
    })
    expect(compare({ set1: [1, 2, 3] }, { set1: [2, 3, 1] }).moved).toMatchObject([
      { from: { position: 1 }, to: { position: 3, song: 1 } },
    ])
  })

  test('knows further sets by their labels, whatever their order', () => {
    const [third, fourth] = [
      { set: '3', songs: [1] },
      { set: '4', songs: [2] },
    ]
    expect(compare({ further: [third, fourth] }, { further: [fourth, third] })).toEqual(NO_DIFFERENCE)
    expect(compare({ further: [third] }, { further: [{ set: '5', songs: [1] }] }).moved).toMatchObject([
      { from: { set: '3' }, to: { set: '5' } },
    ])
  })

  test('lists a swap as a move of the earlier song', () => {
    expect(compare({ set1: [1, 2] }, { set1: [2, 1] }).moved).toEqual([
      { from: { set: 'set1', position: 1, song: 1 }, to: { set: 'set1', position: 2, song: 1 } },
    ])
  })

  test('lists every song of a set that only one side has', () => {
    const third = { further: [{ set: '3', songs: [1] }] }
    const place = { set: '3', position: 1, song: 1 }
    expect(compare({}, third)).toEqual({ ...NO_DIFFERENCE, added: [place] })
    expect(compare(third, {})).toEqual({ ...NO_DIFFERENCE, removed: [place] })
  })

  test('lists the repetition of a song', () => {
    expect(compare({ set1: [1, 2] }, { set1: [1, 2, 1] })).toMatchObject({
      added: [{ set: 'set1', position: 3, song: 1 }],
      removed: [],
      moved: [],
    })
  })
})

const songs = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 7 })
const setlists: fc.Arbitrary<ActualSetlist> = fc.record({
  set1: songs,
  set2: songs,
  encore: songs,
  further: fc.array(fc.record({ set: fc.constantFrom('3', '4'), songs }), { maxLength: 2 }),
})

/** Every song with its place, sets of one label read as one. */
function placesOf(setlist: ActualSetlist): SetlistPlace<SongId>[] {
  const sets = new Map<string, SongId[]>([
    ['set1', [...setlist.set1]],
    ['set2', [...setlist.set2]],
    ['encore', [...setlist.encore]],
  ])
  for (const { set, songs: played } of setlist.further) sets.set(set, [...(sets.get(set) ?? []), ...played])
  return [...sets].flatMap(([set, played]) =>
    played.map((song, index) => ({ set, position: index + 1, song })),
  )
}

/** How many songs can stay at most, so that they keep their order: the plain definition, tried out. */
function mostThatStay([first, ...rest]: readonly SongId[], to: readonly SongId[]): number {
  if (first === undefined) return 0
  const at = to.indexOf(first)
  const withoutIt = mostThatStay(rest, to)
  return at < 0 ? withoutIt : Math.max(withoutIt, 1 + mostThatStay(rest, to.slice(at + 1)))
}

test('leaves as many songs where they are as can keep their order', { timeout: MANY_CASES_TIMEOUT }, () => {
  fc.assert(
    fc.property(songs, songs, (from, to) => {
      const { added, moved } = compare({ set1: from }, { set1: to })
      expect(to.length - added.length - moved.length).toBe(mostThatStay(from, to))
    }),
    {
      numRuns: 500,
      examples: [
        [
          [1, 2, 3, 4, 5],
          [2, 3, 4, 5, 1],
        ],
        [
          [5, 1, 2, 3, 4],
          [1, 2, 3, 4, 5],
        ],
      ],
    },
  )
})

const count = (places: readonly SetlistPlace<SongId>[], song: SongId) =>
  places.filter((place) => place.song === song).length
const nameOf = ({ set, position, song }: SetlistPlace<SongId>) => `${set} ${position} ${song}`
const orderOf = (places: readonly SetlistPlace<SongId>[]) => places.map(({ set, song }) => `${set} ${song}`)

test('tells nothing of equal setlists, and nothing that is not so', { timeout: MANY_CASES_TIMEOUT }, () => {
  fc.assert(
    fc.property(setlists, setlists, (before, after) => {
      expect(compareSetlists(before, before, same)).toEqual(NO_DIFFERENCE)
      const { added, removed, moved } = compareSetlists(before, after, same)
      const [earlier, later] = [placesOf(before), placesOf(after)]

      for (const song of [1, 2, 3, 4, 5]) {
        const more = count(later, song) - count(earlier, song)
        expect(count(added, song)).toBe(Math.max(more, 0))
        expect(count(removed, song)).toBe(Math.max(-more, 0))
      }
      for (const { from, to } of moved) expect(from.song).toBe(to.song)

      // What neither left nor came stands in the same order in both.
      const gone = new Set([...removed, ...moved.map(({ from }) => from)].map(nameOf))
      const come = new Set([...added, ...moved.map(({ to }) => to)].map(nameOf))
      const stayed = earlier.filter((place) => !gone.has(nameOf(place)))
      expect(stayed).toHaveLength(earlier.length - gone.size)
      expect(orderOf(later.filter((place) => !come.has(nameOf(place)))).sort()).toEqual(
        orderOf(stayed).sort(),
      )
      for (const set of ['set1', 'set2', 'encore', '3', '4']) {
        const inSet = (places: typeof later) => orderOf(places.filter((place) => place.set === set))
        expect(inSet(later.filter((place) => !come.has(nameOf(place))))).toEqual(inSet(stayed))
      }
    }),
    { numRuns: 300 },
  )
})
