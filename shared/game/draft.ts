import {
  countPicks,
  countSet,
  type Picks,
  padPicks,
  SET_NAMES,
  SET_SIZES,
  type SetName,
  type Slots,
  type SongId,
} from './setlist.ts'

/** Picks that are not saved yet. Operations return the same draft where nothing changes; positions start at 1. */
export type Draft<Song> = Slots<Song>

export function emptyDraft<Song>(): Draft<Song> {
  return padPicks<Song>({ set1: [], set2: [], encore: [] })
}

export function isDraftEmpty(draft: Draft<unknown>): boolean {
  return countPicks(draft) === 0
}

/** The position at which {@link addSong} would put the next song of a set; null when the set is full. */
export function nextFreePosition(draft: Draft<unknown>, set: SetName): number | null {
  const firstEmpty = draft[set].indexOf(null)
  const index = firstEmpty === -1 ? draft[set].length : firstEmpty
  return index < SET_SIZES[set] ? index + 1 : null
}

/** Puts a song into the first empty slot of a set, else behind its last one; a full set stays as it is. */
export function addSong<Song>(draft: Draft<Song>, set: SetName, song: Song): Draft<Song> {
  const position = nextFreePosition(draft, set)
  return position === null ? draft : withSlot(draft, set, position, song)
}

/** One slot of a card. */
export type SlotPlace = { readonly set: SetName; readonly position: number }

/** Set 1, set 2, then the encore. */
export const SLOT_PLACES: readonly SlotPlace[] = SET_NAMES.flatMap((set) =>
  Array.from({ length: SET_SIZES[set] }, (_, index) => ({ set, position: index + 1 })),
)

export function isSameSlot(a: SlotPlace, b: SlotPlace): boolean {
  return a.set === b.set && a.position === b.position
}

export function songAt<Song>(draft: Draft<Song>, { set, position }: SlotPlace): Song | null {
  return draft[set][position - 1] ?? null
}

/** The first empty slot after this one, in its own set or a later one; else the first of the card, null when it is full. */
export function nextEmptySlot(draft: Draft<unknown>, after?: SlotPlace): SlotPlace | null {
  const start = after ? SLOT_PLACES.findIndex((place) => isSameSlot(place, after)) + 1 : 0
  const inOrder = [...SLOT_PLACES.slice(start), ...SLOT_PLACES.slice(0, start)]
  return inOrder.find((place) => songAt(draft, place) === null) ?? null
}

/** Puts a song into a slot, in place of one that it has. */
export function fillSlot<Song>(draft: Draft<Song>, { set, position }: SlotPlace, song: Song): Draft<Song> {
  return withSlot(padPicks(draft), set, position, song)
}

/** Empties a slot in place: positions score, so the songs after it keep theirs. */
export function removeSong<Song>(draft: Draft<Song>, set: SetName, position: number): Draft<Song> {
  return draft[set][position - 1] == null ? draft : withSlot(draft, set, position, null)
}

function withSlot<Song>(draft: Draft<Song>, set: SetName, position: number, song: Song | null): Draft<Song> {
  const songs = [...draft[set]]
  songs[position - 1] = song
  return { ...draft, [set]: songs }
}

export function moveSong<Song>(draft: Draft<Song>, set: SetName, from: number, to: number): Draft<Song> {
  const slots = [...padPicks(draft)[set]]
  const isSlot = (position: number) => Number.isInteger(position) && position >= 1 && position <= slots.length
  if (from === to || !isSlot(from) || !isSlot(to)) return draft
  slots.splice(to - 1, 0, ...slots.splice(from - 1, 1))
  return { ...draft, [set]: slots }
}

/** What is saved of a draft: the numbers of its songs, with every set at full size. */
export function picksFromDraft(draft: Draft<{ readonly id: SongId }>): Picks {
  const { set1, set2, encore } = padPicks(draft)
  const idOf = (song: { readonly id: SongId } | null) => song?.id ?? null
  return { set1: set1.map(idOf), set2: set2.map(idOf), encore: encore.map(idOf) }
}

/**
 * A saved prediction as a draft, with every set at full size.
 *
 * @param findSong may miss; that slot is then empty
 */
export function draftFromPicks<Song>(picks: Picks, findSong: (id: SongId) => Song | undefined): Draft<Song> {
  const { set1, set2, encore } = padPicks(picks)
  const songOf = (id: SongId | null) => (id === null ? null : (findSong(id) ?? null))
  return { set1: set1.map(songOf), set2: set2.map(songOf), encore: encore.map(songOf) }
}

export const KICKSTART_DEAL = { set1: 4, set2: 4, encore: 1 } as const satisfies Record<SetName, number>

export const KICKSTART_SIZE = KICKSTART_DEAL.set1 + KICKSTART_DEAL.set2 + KICKSTART_DEAL.encore

/**
 * Deals the first nine songs 4 / 4 / 1 into an empty draft: into the set in which the band usually plays them,
 * while it has room; the others fill the gaps, set 1 first. Null with fewer songs.
 */
export function dealKickstart<Song extends { readonly usualSet?: SetName | null }>(
  songs: readonly Song[],
): Draft<Song> | null {
  if (songs.length < KICKSTART_SIZE) return null
  let draft = emptyDraft<Song>()
  const hasRoom = (set: SetName) => countSet(draft, set) < KICKSTART_DEAL[set]
  const leftOver: Song[] = []
  for (const song of songs) {
    if (song.usualSet && hasRoom(song.usualSet)) draft = addSong(draft, song.usualSet, song)
    else leftOver.push(song)
  }
  for (const song of leftOver) {
    const set = SET_NAMES.find(hasRoom)
    if (set) draft = addSong(draft, set, song)
  }
  return draft
}
