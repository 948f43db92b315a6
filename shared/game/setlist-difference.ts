import { type ArrangedSets, SET_NAMES } from './setlist.ts'

export type SetlistPlace<Song> = { readonly set: string; readonly position: number; readonly song: Song }

export type SetlistMove<Song> = { readonly from: SetlistPlace<Song>; readonly to: SetlistPlace<Song> }

export type SetlistDifference<Song> = {
  readonly added: readonly SetlistPlace<Song>[]
  readonly removed: readonly SetlistPlace<Song>[]
  /** In the order of the later one. */
  readonly moved: readonly SetlistMove<Song>[]
}

/**
 * The changes between two setlists. A song has not moved while it keeps its order among the others of its set.
 * A song that was played several times is added or removed as often as it is there more or less often.
 *
 * @param keyOf what makes two songs the same
 */
export function compareSetlists<Song>(
  before: ArrangedSets<Song>,
  after: ArrangedSets<Song>,
  keyOf: (song: Song) => string | number,
): SetlistDifference<Song> {
  const earlier = listSets(before)
  const later = listSets(after)
  const removed: SetlistPlace<Song>[] = []
  const added: SetlistPlace<Song>[] = []
  for (const set of new Set([...earlier.keys(), ...later.keys()])) {
    const [from, to] = [earlier.get(set) ?? [], later.get(set) ?? []]
    const kept = findCommonSongs(from, to, keyOf)
    removed.push(...placesWithout(set, from, new Set(kept.map(([index]) => index))))
    added.push(...placesWithout(set, to, new Set(kept.map(([, index]) => index))))
  }
  return pairMoves(removed, added, keyOf)
}

/** The sets in the order in which they are played; further sets of one label are one. */
function listSets<Song>(setlist: ArrangedSets<Song>): Map<string, readonly Song[]> {
  const sets = new Map<string, readonly Song[]>(SET_NAMES.map((set) => [set, setlist[set]]))
  for (const { set, songs } of setlist.further) sets.set(set, [...(sets.get(set) ?? []), ...songs])
  return sets
}

function placesWithout<Song>(
  set: string,
  songs: readonly Song[],
  kept: ReadonlySet<number>,
): SetlistPlace<Song>[] {
  return songs.flatMap((song, index) => (kept.has(index) ? [] : [{ set, position: index + 1, song }]))
}

function pairMoves<Song>(
  removed: readonly SetlistPlace<Song>[],
  added: readonly SetlistPlace<Song>[],
  keyOf: (song: Song) => string | number,
): SetlistDifference<Song> {
  const waiting = Map.groupBy(removed, ({ song }) => keyOf(song))
  const paired = added.map((to) => ({ from: waiting.get(keyOf(to.song))?.shift() ?? null, to }))
  const left = new Set([...waiting.values()].flat())
  return {
    added: paired.flatMap(({ from, to }) => (from === null ? [to] : [])),
    removed: removed.filter((place) => left.has(place)),
    moved: paired.flatMap(({ from, to }) => (from === null ? [] : [{ from, to }])),
  }
}

/** The longest run of songs that both lists have in the same order, as pairs of indexes. */
function findCommonSongs<Song>(
  from: readonly Song[],
  to: readonly Song[],
  keyOf: (song: Song) => string | number,
): [number, number][] {
  const isSame = (a: number, b: number) => {
    const [left, right] = [from[a], to[b]]
    return left !== undefined && right !== undefined && keyOf(left) === keyOf(right)
  }
  const width = to.length + 1
  // The longest run of the two rests that begin at (a, b).
  const lengths = new Uint16Array((from.length + 1) * width)
  const lengthAt = (a: number, b: number) => lengths[a * width + b] ?? 0
  for (let a = from.length - 1; a >= 0; a--) {
    for (let b = to.length - 1; b >= 0; b--) {
      lengths[a * width + b] = isSame(a, b)
        ? lengthAt(a + 1, b + 1) + 1
        : Math.max(lengthAt(a + 1, b), lengthAt(a, b + 1))
    }
  }
  const common: [number, number][] = []
  for (let a = 0, b = 0; a < from.length && b < to.length; ) {
    if (isSame(a, b)) common.push([a++, b++])
    else if (lengthAt(a + 1, b) >= lengthAt(a, b + 1)) a++
    else b++
  }
  return common
}
