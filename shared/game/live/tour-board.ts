import type { TotalCount } from '../standings.ts'

export type TourPlayers = {
  /** Of each player id, total, best show and number of shows, by name, then id. */
  readonly standings: Int32Array
  /** The standings have the show already. */
  readonly isScored: boolean
}

export type TourBoard = {
  readonly players: number
  /** Highest total first. */
  readonly histogram: TotalCount[]
  /** User id and total of the first rows. */
  readonly top: [userId: number, total: number][]
}

const FIELDS = 4

/** The board of a tour with the totals of a show that runs. */
export class TourAsItStands {
  readonly #standings: Int32Array
  /** By player of the tour, the player of the show, from 1; 0 for one without a prediction. */
  readonly #tonight: Int32Array

  /** @param userIds of the show's players */
  constructor({ standings, isScored }: TourPlayers, userIds: Int32Array) {
    this.#standings = standings
    this.#tonight = new Int32Array(standings.length / FIELDS)
    if (isScored) return
    const playerOf = new Int32Array(userIds.reduce((highest, userId) => Math.max(highest, userId), 0) + 1)
    for (const [player, userId] of userIds.entries()) playerOf[userId] = player + 1
    for (const index of this.#tonight.keys()) {
      this.#tonight[index] = playerOf[standings[index * FIELDS] ?? 0] ?? 0
    }
  }

  /** @param totals by the show's player */
  board(totals: Uint16Array, limit: number): TourBoard {
    const players = this.#tonight.length
    const sums = new Int32Array(players)
    let highest = 0
    for (let index = 0; index < players; index++) {
      const sum = (this.#standings[index * FIELDS + 1] ?? 0) + this.#pointsOf(index, totals)
      sums[index] = sum
      if (sum > highest) highest = sum
    }
    const counts = new Uint32Array(highest + 1)
    for (const sum of sums) counts[sum] = (counts[sum] ?? 0) + 1
    const histogram = Array.from(counts, (count, total) => ({ total, players: count }))
      .filter((count) => count.players > 0)
      .reverse()

    const top: TourRow[] = []
    for (const [index, total] of sums.entries()) {
      const last = top.length === limit ? top.at(-1) : undefined
      if (last && total < last.total) continue
      const row = this.#row(index, total, totals)
      if (last && comesFirst(last, row)) continue
      const place = top.findIndex((other) => !comesFirst(other, row))
      top.splice(place < 0 ? top.length : place, 0, row)
      if (top.length > limit) top.pop()
    }
    return {
      players,
      histogram,
      top: top.map(({ index, total }) => [this.#standings[index * FIELDS] ?? 0, total]),
    }
  }

  #pointsOf(index: number, totals: Uint16Array): number {
    const tonight = this.#tonight[index] ?? 0
    return tonight === 0 ? 0 : (totals[tonight - 1] ?? 0)
  }

  #row(index: number, total: number, totals: Uint16Array): TourRow {
    const best = this.#standings[index * FIELDS + 2] ?? 0
    const shows = this.#standings[index * FIELDS + 3] ?? 0
    const plays = (this.#tonight[index] ?? 0) > 0
    return {
      index,
      total,
      best: Math.max(best, this.#pointsOf(index, totals)),
      shows: plays ? shows + 1 : shows,
    }
  }
}

type TourRow = { index: number; total: number; best: number; shows: number }

/** As docs/rules.md ("Boards") has it. */
function comesFirst(one: TourRow, other: TourRow): boolean {
  const difference =
    other.total - one.total || other.best - one.best || one.shows - other.shows || one.index - other.index
  return difference < 0
}
