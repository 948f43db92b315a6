import { SLOT_PLACES } from '../draft.ts'
import { type Picks, SET_NAMES, SET_SIZES, type SetName } from '../setlist.ts'
import { assignColumns } from './assignment.ts'
import type { SongChance } from './song-chance.ts'

/** A song that can be placed. */
export type PlacedSong = Pick<SongChance, 'song' | 'chance' | 'expected'>

/** Beyond the likeliest songs the card gets no better, only slower. */
const CANDIDATES = 70

/** The card that brings the most points on average. No song stands there twice. */
export function machineCard(songs: readonly PlacedSong[]): Picks {
  return placeSongs(songs, SET_SIZES)
}

/** Where the songs bring the most points on average, with so many slots from the first one of each set. */
export function placeSongs(songs: readonly PlacedSong[], sizes: Readonly<Record<SetName, number>>): Picks {
  const candidates = songs.toSorted((a, b) => b.chance - a.chance || a.song - b.song).slice(0, CANDIDATES)
  const open = SLOT_PLACES.flatMap(({ set, position }, slot) =>
    position <= sizes[set] ? [{ set, slot }] : [],
  )
  const columns = assignColumns(open.map(({ slot }) => candidates.map(({ expected }) => expected[slot] ?? 0)))
  const picked = open.map(({ set }, row) => ({
    set,
    song: candidates[columns[row] ?? CANDIDATES]?.song ?? null,
  }))
  const [set1 = [], set2 = [], encore = []] = SET_NAMES.map((name) =>
    picked.filter(({ set }) => set === name).map(({ song }) => song),
  )
  return { set1, set2, encore }
}
