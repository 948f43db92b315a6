import { POINTS } from '../points.ts'
import { type Score, scorePrediction } from '../scoring.ts'
import {
  type ActualSetlist,
  type OpenSet,
  type Picks,
  SET_NAMES,
  type SetName,
  type SongId,
} from '../setlist.ts'

/**
 * The highest total that picks can still reach, over every way in which the show may go on, as in docs/rules.md
 * ("Still possible").
 *
 * @param openSet null before the first song, and once the show is over
 */
export function stillPossible(
  picks: Picks,
  actual: ActualSetlist,
  openSet: OpenSet,
  isOver: boolean,
): number {
  const best = isOver ? actual : bestContinuation(picks, actual, openSet ?? 'set1')
  return scorePrediction(picks, best).total
}

/**
 * The whole show, were it to go on as the picks have it. Since the encore may be long, every pick is worth a song in
 * the show at least, and more only by its own set. So each set can be continued in its own best way.
 */
export function bestContinuation(
  picks: Picks,
  actual: ActualSetlist,
  openSet: SetName | 'further',
): ActualSetlist {
  const continued = (set: SetName) =>
    isStillPlayed(set, openSet) ? bestSet(set, picks[set], actual[set]) : actual[set]
  const best = { ...actual, set1: continued('set1'), set2: continued('set2'), encore: continued('encore') }
  const unpaid = SET_NAMES.flatMap((set) => unpaidSongs(set, picks[set], scorePrediction(picks, best)))
  return { ...best, encore: [...best.encore, ...unpaid] }
}

/** Whether songs can come in this set. */
function isStillPlayed(set: SetName, openSet: SetName | 'further'): boolean {
  const order = ['set1', 'set2', 'further', 'encore']
  return order.indexOf(set) >= order.indexOf(openSet)
}

type Slots = Picks[SetName]

/** A set ends where a pick becomes its closer, or late, so that the songs of missed slots can be played again. */
function bestSet(set: SetName, slots: Slots, played: readonly SongId[]): readonly SongId[] {
  const closers = slots.flatMap((song, index) =>
    song !== null && index >= played.length ? [endSet(set, slots, played, index + 1)] : [],
  )
  const late = endSet(set, slots, played, slots.length)
  const candidates = [...closers, [...late, ...unpaidInSet(set, slots, late)]]
  return candidates.reduce(
    (best, songs) => (worthOf(set, slots, songs) > worthOf(set, slots, best) ? songs : best),
    played,
  )
}

/** In slots without a pick a song of another slot, or none that is picked: no song has this number. */
const ANY_SONG: SongId = 0

/** Up to the position `end` the picks in their places, and in the free ones what is unpaid. */
function endSet(set: SetName, slots: Slots, played: readonly SongId[], end: number): readonly SongId[] {
  const added = slots.slice(played.length, end)
  const waiting = unpaidInSet(set, slots, [...played, ...added.map((song) => song ?? ANY_SONG)])
  return [...played, ...added.map((song) => song ?? waiting.shift() ?? ANY_SONG)]
}

/** What the picks of a set get from its own songs, above what they get anyway. */
function worthOf(set: SetName, slots: Slots, songs: readonly SongId[]): number {
  const { total, hits } = scoreSet(set, slots, songs)
  return total - hits.length * POINTS.songInShow
}

function unpaidInSet(set: SetName, slots: Slots, songs: readonly SongId[]): SongId[] {
  return unpaidSongs(set, slots, scoreSet(set, slots, songs))
}

function unpaidSongs(set: SetName, slots: Slots, { hits }: Score): SongId[] {
  const paid = new Set(hits.filter((hit) => hit.set === set).map(({ position }) => position))
  return slots.flatMap((song, index) => (song === null || paid.has(index + 1) ? [] : [song]))
}

const NO_SONGS = { set1: [], set2: [], encore: [], further: [] } as const

function scoreSet(set: SetName, slots: Slots, songs: readonly SongId[]): Score {
  return scorePrediction({ ...NO_SONGS, [set]: slots }, { ...NO_SONGS, [set]: songs })
}

type Pick = { readonly set: SetName; readonly position: number; readonly song: SongId }

/**
 * The most that a pick without a hit can still bring. Without the performances of its song so far: other picks have
 * them, or the pick would have a hit.
 */
export function potentialOfPick(
  { set, position, song }: Pick,
  actual: ActualSetlist,
  openSet: OpenSet,
): number {
  const alone = Array.from({ length: position }, (_, index) => (index + 1 === position ? song : null))
  const without = (songs: readonly SongId[]) => songs.map((id) => (id === song ? ANY_SONG : id))
  const others = {
    set1: without(actual.set1),
    set2: without(actual.set2),
    encore: without(actual.encore),
    further: actual.further.map((one) => ({ ...one, songs: without(one.songs) })),
  }
  return stillPossible({ set1: [], set2: [], encore: [], [set]: alone }, others, openSet, false)
}
