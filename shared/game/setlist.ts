/** The sets and slots of picks and setlists; docs/rules.md has the rules. */

/** The sets that can be predicted, in the order in which they are played, listed and packed. */
export const SET_NAMES = ['set1', 'set2', 'encore'] as const
export type SetName = (typeof SET_NAMES)[number]

/** How many slots a prediction has in each set. A show may be longer. */
export const SET_SIZES = { set1: 8, set2: 8, encore: 3 } as const satisfies Record<SetName, number>

/** The number of the first slot of each set, among all slots from 0 on. */
export const FIRST_SLOTS = {
  set1: 0,
  set2: SET_SIZES.set1,
  encore: SET_SIZES.set1 + SET_SIZES.set2,
} as const satisfies Record<SetName, number>

export const SLOT_COUNT = SET_SIZES.set1 + SET_SIZES.set2 + SET_SIZES.encore

/** A song's own number, an integer from 1 to {@link MAX_SONG_ID}, never reused. */
export type SongId = number

/** Song numbers are stored in two bytes, and 0 stands for an empty slot there. */
export const MAX_SONG_ID = 65_535

/** Slots with a song or null; index 0 is position 1. Slots missing at the end are empty. */
export type Slots<Song> = Readonly<Record<SetName, readonly (Song | null)[]>>

/** What a fan predicts. A song may be picked more than once. */
export type Picks = Slots<SongId>

/** Songs as a show ordered them: the three sets that can be predicted, and those that cannot. */
export type ArrangedSets<Song> = Readonly<Record<SetName, readonly Song[]>> & {
  /** Third and later sets, in the order in which they began, under the label that their source gives. */
  readonly further: readonly { readonly set: string; readonly songs: readonly Song[] }[]
}

/** What the band played. The position of a performance is its place in its set, counted from 1. */
export type ActualSetlist = ArrangedSets<SongId>

/** The set that is being played, of a show that runs; null once it is over. */
export type OpenSet = SetName | 'further' | null

/** The set of a performance, by its stored name: `set1`, `set2`, `encore`, or the label of a further set. */
export function openSetOf(setName: string): SetName | 'further' {
  return SET_NAMES.find((name) => name === setName) ?? 'further'
}

export function emptyPicks(): Picks {
  return padPicks({ set1: [], set2: [], encore: [] })
}

export function pickOnly(songId: SongId, set: SetName, index: number): Picks {
  return { ...emptyPicks(), [set]: [...new Array<null>(index).fill(null), songId] }
}

/**
 * The same slots with every set at its full size: 8, 8 and 3.
 *
 * @throws RangeError when a set has more slots than it may have
 */
export function padPicks<Song>(slots: Slots<Song>): Slots<Song> {
  return {
    set1: padSet(slots.set1, SET_SIZES.set1),
    set2: padSet(slots.set2, SET_SIZES.set2),
    encore: padSet(slots.encore, SET_SIZES.encore),
  }
}

function padSet<Song>(songs: readonly (Song | null)[], size: number): readonly (Song | null)[] {
  if (songs.length > size) throw new RangeError(`a set of ${size} slots cannot hold ${songs.length}`)
  return Array.from({ length: size }, (_, index) => songs[index] ?? null)
}

export function countPicks(slots: Slots<unknown>): number {
  return SET_NAMES.reduce((count, set) => count + countSet(slots, set), 0)
}

export function countSet(slots: Slots<unknown>, set: SetName): number {
  return slots[set].filter((song) => song !== null).length
}

/** One song in one place of a show, under the label that a setlist data site gives its set. */
export type LabelledSong<Song> = { readonly set: string; readonly song: Song }

/**
 * Sorts songs into sets by the labels of setlist data sites: `1` and `2`, `e`, `e2`, `e3`, … for one encore, `s`
 * for a soundcheck, which is dropped, and anything else for a further set. Case does not matter.
 *
 * @param entries in performance order, which each set keeps
 */
export function arrangeSets<Song>(entries: readonly LabelledSong<Song>[]): ArrangedSets<Song> {
  const named: Record<SetName, Song[]> = { set1: [], set2: [], encore: [] }
  const further = new Map<string, Song[]>()
  for (const { set: label, song } of entries) {
    const place = placeOfLabel(label)
    if (place === 'soundcheck') continue
    if (place !== 'further') named[place].push(song)
    else further.set(label, [...(further.get(label) ?? []), song])
  }
  return { ...named, further: Array.from(further, ([set, songs]) => ({ set, songs })) }
}

function placeOfLabel(label: string): SetName | 'further' | 'soundcheck' {
  if (label === '1') return 'set1'
  if (label === '2') return 'set2'
  if (/^e\d*$/i.test(label)) return 'encore'
  return /^s$/i.test(label) ? 'soundcheck' : 'further'
}
