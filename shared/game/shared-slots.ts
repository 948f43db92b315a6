import { potentialOfPick } from './live/still-possible.ts'
import { type MergedSongs, resolveSong } from './merged-songs.ts'
import type { Category } from './points.ts'
import type { Score } from './scoring.ts'
import {
  type ActualSetlist,
  type OpenSet,
  type Picks,
  padPicks,
  type SetName,
  type SongId,
} from './setlist.ts'

/** The state of one slot: what it brought, or what it can still bring. */
export const SHARED_SLOTS = [
  'special',
  'song',
  'encore',
  'set',
  'show',
  'waiting',
  'missed',
  'empty',
] as const
export type SharedSlot = (typeof SHARED_SLOTS)[number]
export type SharedSlots = Record<SetName, SharedSlot[]>

export const SLOT_OF_CATEGORY = {
  correctSpecial: 'special',
  correctSong: 'song',
  encoreInSet: 'encore',
  songInSet: 'set',
  songInShow: 'show',
} as const satisfies Record<Category, SharedSlot>

type SetlistSoFar = {
  readonly actual: ActualSetlist
  readonly openSet: OpenSet
  readonly isOver: boolean
  readonly merged: MergedSongs
}

/** A card without its songs. */
export function sharedSlots(
  picks: Picks,
  { hits }: Pick<Score, 'hits'>,
  { actual, openSet, isOver, merged }: SetlistSoFar,
): SharedSlots {
  const padded = padPicks(picks)
  const played = resolveSetlist(actual, merged)
  const slotOf = (picked: SongId | null, set: SetName, position: number): SharedSlot => {
    if (picked === null) return 'empty'
    const hit = hits.find((one) => one.set === set && one.position === position)
    if (hit) return SLOT_OF_CATEGORY[hit.category]
    const song = resolveSong(merged, picked)
    return !isOver && potentialOfPick({ set, position, song }, played, openSet) > 0 ? 'waiting' : 'missed'
  }
  const slotsOf = (set: SetName) => padded[set].map((song, index) => slotOf(song, set, index + 1))
  return { set1: slotsOf('set1'), set2: slotsOf('set2'), encore: slotsOf('encore') }
}

function resolveSetlist(actual: ActualSetlist, merged: MergedSongs): ActualSetlist {
  const resolve = (songs: readonly SongId[]) => songs.map((song) => resolveSong(merged, song))
  return {
    set1: resolve(actual.set1),
    set2: resolve(actual.set2),
    encore: resolve(actual.encore),
    further: actual.further.map(({ set, songs }) => ({ set, songs: resolve(songs) })),
  }
}
