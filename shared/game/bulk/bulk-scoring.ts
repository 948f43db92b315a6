import { type MergedSongs, NO_MERGES, resolveSong } from '../merged-songs.ts'
import { CATEGORIES, type Category, POINTS, type Points } from '../points.ts'
import { createScorer, type Score } from '../scoring.ts'
import {
  type ActualSetlist,
  MAX_SONG_ID,
  type OpenSet,
  type Picks,
  pickOnly,
  SET_NAMES,
  SET_SIZES,
  SLOT_COUNT,
  type SongId,
} from '../setlist.ts'
import { PACKED_PICKS_BYTES, unpackPicks } from './packed-picks.ts'

/** A prediction's points, and how many of its picks scored in each category. */
export type BulkScore = { readonly total: number } & Readonly<Record<Category, number>>

export type BulkScorer = {
  /**
   * Scores the packed picks at `offset` (in bytes) into one object, which the next call overwrites.
   *
   * @throws RangeError when fewer bytes than packed picks have follow the offset
   */
  score(bytes: Uint8Array, offset: number): BulkScore
}

/**
 * Compiles a show into tables, to score hundreds of thousands of predictions without allocating. Every score
 * equals that of `scorePrediction`: it filled the table of songs that are picked once, and it scores the
 * predictions that pick a played song twice, where picks compete for performances.
 *
 * @param openSet of a show that runs: nothing closes that set yet
 * @throws RangeError when a song was played whose number no pick can have
 */
export function createBulkScorer(
  actual: ActualSetlist,
  merged: MergedSongs = NO_MERGES,
  openSet: OpenSet = null,
  points: Points = POINTS,
): BulkScorer {
  const songs = [...new Set(listPlayedSongs(actual).map((songId) => resolveSong(merged, songId)))]
  const rowOfSong = new Uint16Array(MAX_SONG_ID + 1).fill(NOT_PLAYED)
  songs.forEach((songId, index) => {
    rowOfSong[songId] = index + 1
  })
  // Merged songs share a row, so that scoring costs the same with them.
  for (const [songId, into] of merged) rowOfSong[songId] = rowOfSong[into] ?? NOT_PLAYED
  const scorePicks = createScorer(actual, merged, openSet, points)
  const tallies = compileTallies(songs, scorePicks)
  const lastSeenIn = new Float64Array(songs.length + 1)
  let prediction = 0
  const result = { total: 0, songInShow: 0, songInSet: 0, correctSong: 0, correctSpecial: 0, encoreInSet: 0 }

  function score(bytes: Uint8Array, offset: number): BulkScore {
    if (offset < 0 || offset + PACKED_PICKS_BYTES > bytes.length) {
      throw new RangeError(`no packed picks at offset ${offset} of ${bytes.length} bytes`)
    }
    prediction++
    let tally = 0
    for (let slot = 0; slot < SLOT_COUNT; slot++) {
      const at = offset + slot * 2
      const songId = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
      const row = rowOfSong[songId] ?? NOT_PLAYED
      if (row === NOT_PLAYED) continue
      if (lastSeenIn[row] === prediction) return scoreRepeatedSong(bytes, offset)
      lastSeenIn[row] = prediction
      tally += tallies[row * SLOT_COUNT + slot] ?? 0
    }
    result.songInShow = countIn(tally, 'songInShow')
    result.songInSet = countIn(tally, 'songInSet')
    result.correctSong = countIn(tally, 'correctSong')
    result.correctSpecial = countIn(tally, 'correctSpecial')
    result.encoreInSet = countIn(tally, 'encoreInSet')
    result.total =
      result.songInShow * points.songInShow +
      result.songInSet * points.songInSet +
      result.correctSong * points.correctSong +
      result.correctSpecial * points.correctSpecial +
      result.encoreInSet * points.encoreInSet
    return result
  }

  function scoreRepeatedSong(bytes: Uint8Array, offset: number): BulkScore {
    const { total, categories } = scorePicks(unpackPicks(bytes, offset))
    result.total = total
    for (const category of CATEGORIES) result[category] = categories[category].count
    return result
  }

  return { score }
}

/** The row of songs that the band did not play, and of empty slots. */
const NOT_PLAYED = 0

/** The counts of all five categories are in one integer, five bits each: enough for 19 slots. */
const TALLY_BITS = 5
const TALLY_MASK = (1 << TALLY_BITS) - 1
const TALLY_SHIFTS = {
  songInShow: 0,
  songInSet: TALLY_BITS,
  correctSong: 2 * TALLY_BITS,
  correctSpecial: 3 * TALLY_BITS,
  encoreInSet: 4 * TALLY_BITS,
} as const satisfies Record<Category, number>

function countIn(tally: number, category: Category): number {
  return (tally >>> TALLY_SHIFTS[category]) & TALLY_MASK
}

function listPlayedSongs(actual: ActualSetlist): SongId[] {
  const performances = [
    ...SET_NAMES.flatMap((set) => actual[set]),
    ...actual.further.flatMap(({ songs }) => songs),
  ]
  const unpickable = performances.find((id) => !Number.isInteger(id) || id < 1 || id > MAX_SONG_ID)
  if (unpickable !== undefined) throw new RangeError(`song number ${unpickable} cannot be picked`)
  return performances
}

/** What a single pick adds to the tally: a row for each song, row 0 for all others; a column for each slot. */
function compileTallies(songs: readonly SongId[], scorePicks: (picks: Picks) => Score): Int32Array {
  const tallies = new Int32Array((songs.length + 1) * SLOT_COUNT)
  let cell = SLOT_COUNT
  for (const songId of songs) {
    for (const set of SET_NAMES) {
      for (let index = 0; index < SET_SIZES[set]; index++) {
        const [hit] = scorePicks(pickOnly(songId, set, index)).hits
        if (hit) tallies[cell] = 1 << TALLY_SHIFTS[hit.category]
        cell++
      }
    }
  }
  return tallies
}
