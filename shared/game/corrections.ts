import { type MergedSongs, resolveSong } from './merged-songs.ts'
import type { Points } from './points.ts'
import { createScorer, type Score } from './scoring.ts'
import { type ActualSetlist, type Picks, pickOnly, SET_NAMES, SET_SIZES, type SongId } from './setlist.ts'

/** What a show was scored with; without a table of points by the current one. */
export type Result = {
  readonly actual: ActualSetlist
  readonly merged: MergedSongs
  readonly points?: Points | undefined
}

/** `set` is `set1`, `set2`, `encore`, or the label of a further set. `special` is null in the encore, where all are. */
export type Place = {
  readonly set: string
  readonly position: number
  readonly special: 'opens' | 'closes' | null
}

export type SongChange = {
  /** As it is picked. */
  readonly songId: SongId
  readonly before: readonly Place[]
  readonly after: readonly Place[]
  /** The song that it is merged into since; null where that is as before. */
  readonly countsAs: SongId | null
}

/** The points of a picked song, summed where it was picked twice. */
export type SongPoints = { readonly songId: SongId; readonly before: number; readonly after: number }

/**
 * The songs whose points may differ: they were played in other places, or are one song with others than before.
 * Those that were played come first, in the order of the show.
 */
export function compareResults(before: Result, after: Result): SongChange[] {
  const [played, playedBefore] = [readPlaces(after), readPlaces(before)]
  const songs = new Set([...played.songs, ...playedBefore.songs])
  return [...songs].flatMap((songId) => {
    const change = {
      songId,
      before: playedBefore.placesOf(songId),
      after: played.placesOf(songId),
      countsAs: newSongOf(songId, before.merged, after.merged),
    }
    const isSame =
      isEqual(change.before, change.after) &&
      isEqual(playedBefore.sameSongs(songId), played.sameSongs(songId))
    return isSame ? [] : [change]
  })
}

/** The points of the picked songs that differ. Their differences add up to that of the totals. */
export function explainPoints(picks: Picks, before: Result, after: Result): SongPoints[] {
  return createExplainer(before, after)(picks)
}

/** {@link explainPoints} for many predictions of one show: 100,000 take 0.1 to 0.3 s. */
export function createExplainer(before: Result, after: Result): (picks: Picks) => SongPoints[] {
  const scoreBefore = createScorer(before.actual, before.merged, null, before.points)
  const scoreAfter = createScorer(after.actual, after.merged, null, after.points)

  function explain(picks: Picks): SongPoints[] {
    const [held, now] = [pointsBySong(scoreBefore(picks)), pointsBySong(scoreAfter(picks))]
    return Array.from(new Set([...held.keys(), ...now.keys()]), (songId) => ({
      songId,
      before: held.get(songId) ?? 0,
      after: now.get(songId) ?? 0,
    })).filter((points) => points.before !== points.after)
  }

  /** The change for a pick in each slot. A song pays the same whatever else is picked, unless it is picked twice. */
  const explained = new Map(
    compareResults(before, after).map(({ songId }) => [
      songId,
      SLOTS.map(({ set, index }) => explain(pickOnly(songId, set, index))[0]),
    ]),
  )

  return (picks) => {
    const parts: SongPoints[] = []
    const songs = new Set<number>()
    let count = 0
    for (const [slot, { set, index }] of SLOTS.entries()) {
      const songId = picks[set][index] ?? 0
      const points = explained.get(songId)
      if (!points) continue
      count++
      // Songs are counted as they were and as they are: what was one song before need not be one now.
      songs.add(resolveSong(before.merged, songId)).add(-resolveSong(after.merged, songId))
      const part = points[slot]
      if (part) parts.push(part)
    }
    return songs.size < count * 2 ? explain(picks) : parts
  }
}

const SLOTS = SET_NAMES.flatMap((set) =>
  Array.from({ length: SET_SIZES[set] }, (_, index) => ({ set, index })),
)

function pointsBySong({ hits }: Score): Map<SongId, number> {
  const points = new Map<SongId, number>()
  for (const hit of hits) points.set(hit.songId, (points.get(hit.songId) ?? 0) + hit.points)
  return points
}

function readPlaces({ actual, merged }: Result) {
  const places = new Map<SongId, Place[]>()
  for (const { set, songs } of listSets(actual)) {
    songs.forEach((songId, index) => {
      const song = resolveSong(merged, songId)
      const special = set === 'set1' || set === 'set2' ? specialOf(index, songs.length) : null
      places.set(song, [...(places.get(song) ?? []), { set, position: index + 1, special }])
    })
  }
  const placesOf = (songId: SongId) => places.get(resolveSong(merged, songId)) ?? []
  const mergedInto = Map.groupBy(merged.keys(), (songId) => resolveSong(merged, songId))
  return {
    /** The played songs, each with those that are merged into it. */
    songs: [...places.keys()].flatMap((songId) => [songId, ...(mergedInto.get(songId) ?? [])]),
    placesOf,
    /** The songs that are one with it; none if it was not played. */
    sameSongs(songId: SongId): SongId[] {
      if (placesOf(songId).length === 0) return []
      const song = resolveSong(merged, songId)
      return [song, ...(mergedInto.get(song) ?? [])].toSorted((a, b) => a - b)
    },
  }
}

function listSets(actual: ActualSetlist): { set: string; songs: readonly SongId[] }[] {
  return [...SET_NAMES.map((set) => ({ set, songs: actual[set] })), ...actual.further]
}

function specialOf(index: number, length: number): Place['special'] {
  if (index === 0) return 'opens'
  return index === length - 1 ? 'closes' : null
}

function newSongOf(songId: SongId, before: MergedSongs, after: MergedSongs): SongId | null {
  const song = resolveSong(after, songId)
  return song === songId || song === resolveSong(before, songId) ? null : song
}

/** For plain lists only, whose JSON has the same order of keys. */
function isEqual(a: readonly unknown[], b: readonly unknown[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
