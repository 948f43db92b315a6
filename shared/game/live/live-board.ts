import { type MergedSongs, NO_MERGES } from '../merged-songs.ts'
import { POINTS, type Points } from '../points.ts'
import { createScorer, groupPerformances } from '../scoring.ts'
import { type ActualSetlist, type OpenSet, SLOT_COUNT, type SongId } from '../setlist.ts'
import { rankByTotal, type TotalCount } from '../standings.ts'
import { SongHolders } from './song-holders.ts'
import { placesOf, SongPoints } from './song-points.ts'

/** A played song: how many players have it anywhere, and how many in the exact place of a performance. */
export type SongCount = { readonly songId: SongId; readonly players: number; readonly exact: number }

/** @property player the index in the packed picks */
export type LiveRow = { readonly player: number; readonly total: number; readonly rank: number }

type PlayedSong = { readonly points: SongPoints; readonly players: number; readonly exact: number }

/**
 * The board of a show that runs. Points are a sum over songs, so a revision concerns only the songs whose places
 * changed: 1 ms for 100,000 predictions.
 */
export class LiveBoard {
  /** By player. */
  readonly totals: Uint16Array
  readonly #holders: SongHolders
  readonly #merged: MergedSongs
  /** By total, the players who have it. */
  readonly #histogram: Uint32Array
  readonly #points: Points
  /** In the order of the setlist. */
  #played: ReadonlyMap<SongId, PlayedSong> = new Map()

  /**
   * @param packed picks of all players, in the order of the board among equal totals
   * @throws RangeError when the last player's picks are cut off
   */
  constructor(packed: Uint8Array, merged: MergedSongs = NO_MERGES, points: Points = POINTS) {
    this.#points = points
    this.#histogram = new Uint32Array(SLOT_COUNT * Math.max(...Object.values(points)) + 1)
    this.#merged = merged
    this.#holders = new SongHolders(packed, merged)
    this.totals = new Uint16Array(this.#holders.players)
    this.#histogram[0] = this.#holders.players
  }

  /**
   * Takes the setlist of the newest revision, whatever came before: a correction, an undo, several revisions at once
   * and the same one again are all this.
   */
  update(actual: ActualSetlist, openSet: OpenSet): void {
    const scorePicks = createScorer(actual, this.#merged, openSet, this.#points)
    const before = this.#played
    const played = new Map<SongId, PlayedSong>()
    for (const [song, performances] of groupPerformances(actual, this.#merged, openSet)) {
      const known = before.get(song)
      const isSame = known?.points.places === placesOf(performances)
      const points = isSame ? known.points : new SongPoints(song, performances, scorePicks)
      played.set(song, isSame ? known : this.#moveTotals(song, known?.points, points))
    }
    for (const [song, { points }] of before) if (!played.has(song)) this.#moveTotals(song, points, undefined)
    this.#played = played
  }

  /** All totals that somebody has, highest first. */
  histogram(): TotalCount[] {
    return Array.from(this.#histogram, (players, total) => ({ total, players }))
      .filter(({ players }) => players > 0)
      .reverse()
  }

  /** The played songs, in the order of the setlist. */
  songs(): SongCount[] {
    return Array.from(this.#played, ([songId, { players, exact }]) => ({ songId, players, exact }))
  }

  /**
   * The first players of the board who have a song.
   *
   * @param isShown by player; those with 0 are left out
   */
  firstHolders(song: SongId, limit: number, isShown: Uint8Array): number[] {
    return this.#holders.first(song, limit, this.totals, isShown)
  }

  /** The first rows of the board. */
  top(limit: number): LiveRow[] {
    const highest = this.#histogram.length - 1
    let lowest = highest
    for (let players = 0; lowest > 0; lowest--) {
      players += this.#histogram[lowest] ?? 0
      if (players >= limit) break
    }
    const found: { player: number; total: number }[] = []
    let fromLowest = limit
    for (let total = highest; total > lowest; total--) fromLowest -= this.#histogram[total] ?? 0
    for (let player = 0; player < this.totals.length; player++) {
      const total = this.totals[player] ?? 0
      if (total < lowest || (total === lowest && fromLowest-- <= 0)) continue
      found.push({ player, total })
    }
    const rankOf = rankByTotal(this.histogram())
    return found
      .sort((one, other) => other.total - one.total || one.player - other.player)
      .map((row) => ({ ...row, rank: rankOf(row.total) }))
  }

  /** All players, first to last. */
  order(): Uint32Array {
    const next = new Uint32Array(this.#histogram.length)
    let above = 0
    for (let total = next.length - 1; total >= 0; total--) {
      next[total] = above
      above += this.#histogram[total] ?? 0
    }
    const ordered = new Uint32Array(this.totals.length)
    for (let player = 0; player < this.totals.length; player++) {
      const total = this.totals[player] ?? 0
      const place = next[total] ?? 0
      next[total] = place + 1
      ordered[place] = player
    }
    return ordered
  }

  /** Replaces what a song paid by what it pays now; undefined where it is not played. */
  #moveTotals(song: SongId, before: SongPoints | undefined, after: SongPoints): PlayedSong
  #moveTotals(song: SongId, before: SongPoints | undefined, after: undefined): undefined
  #moveTotals(song: SongId, before?: SongPoints, after?: SongPoints): PlayedSong | undefined {
    const { totals } = this
    const histogram = this.#histogram
    const exactSlots = after?.exactSlots ?? 0
    let players = 0
    let exact = 0
    this.#holders.forEach(song, (player, slots) => {
      players++
      if ((slots & exactSlots) !== 0) exact++
      const old = totals[player] ?? 0
      const total = old - (before?.pay(slots) ?? 0) + (after?.pay(slots) ?? 0)
      if (total === old) return
      totals[player] = total
      histogram[old] = (histogram[old] ?? 0) - 1
      histogram[total] = (histogram[total] ?? 0) + 1
    })
    return after && { points: after, players, exact }
  }
}
