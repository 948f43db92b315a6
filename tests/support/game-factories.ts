import {
  type ActualSetlist,
  type Picks,
  padPicks,
  SET_NAMES,
  type SetName,
  type SongId,
} from '@called-it/shared/game/setlist'

/** Picks of full size by slot number: `picksAt({ set1: { 3: 42 } })`. */
export function picksAt(filled: Partial<Record<SetName, Readonly<Record<number, SongId>>>>): Picks {
  const slotsOf = (set: SetName) => {
    const songs = filled[set] ?? {}
    const last = Math.max(0, ...Object.keys(songs).map(Number))
    return Array.from({ length: last }, (_, index) => songs[index + 1] ?? null)
  }
  const [set1, set2, encore] = SET_NAMES.map(slotsOf)
  return padPicks({ set1: set1 ?? [], set2: set2 ?? [], encore: encore ?? [] })
}

/** The setlist of a show; absent sets are empty. */
export function playedSetlist(sets: Partial<ActualSetlist>): ActualSetlist {
  return { set1: [], set2: [], encore: [], further: [], ...sets }
}

/** For tests of many random cases, in milliseconds: it ends a hang, and is generous for a busy machine. */
export const MANY_CASES_TIMEOUT = 60_000
