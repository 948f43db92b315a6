import type { TotalCount } from '../standings.ts'

export type TourPlayers = {
  /** Four numbers per player: id, total, best show, shows. Ordered by name, then id. */
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
    for (let player = 0; player < userIds.length; player++) playerOf[userIds[player] ?? 0] = player + 1
    for (let index = 0; index < this.#tonight.length; index++) {
      this.#tonight[index] = playerOf[standings[index * FIELDS] ?? 0] ?? 0
    }
  }

  /** @param totals by the show's player */
  board(totals: Uint16Array, limit: number): TourBoard {
    // Plain loops over local names, which run over all players after each revision.
    const standings = this.#standings
    const tonight = this.#tonight
    const players = tonight.length
    const sums = new Int32Array(players)
    let highest = 0
    for (let index = 0; index < players; index++) {
      const player = tonight[index] ?? 0
      const points = player === 0 ? 0 : (totals[player - 1] ?? 0)
      const sum = (standings[index * FIELDS + 1] ?? 0) + points
      sums[index] = sum
      if (sum > highest) highest = sum
    }
    const counts = new Uint32Array(highest + 1)
    for (let index = 0; index < players; index++) {
      const sum = sums[index] ?? 0
      counts[sum] = (counts[sum] ?? 0) + 1
    }
    const histogram = Array.from(counts, (count, total) => ({ total, players: count }))
      .filter((count) => count.players > 0)
      .reverse()

    const top: TourRow[] = []
    let lowest = -1
    for (let index = 0; index < players; index++) {
      const total = sums[index] ?? 0
      if (total < lowest) continue
      const row = this.#row(index, total, totals)
      const last = top[limit - 1]
      if (last && comesFirst(last, row)) continue
      const place = top.findIndex((other) => !comesFirst(other, row))
      top.splice(place < 0 ? top.length : place, 0, row)
      if (top.length > limit) top.pop()
      lowest = top[limit - 1]?.total ?? -1
    }
    return {
      players,
      histogram,
      top: top.map(({ index, total }) => [this.#standings[index * FIELDS] ?? 0, total]),
    }
  }

  #row(index: number, total: number, totals: Uint16Array): TourRow {
    const best = this.#standings[index * FIELDS + 2] ?? 0
    const shows = this.#standings[index * FIELDS + 3] ?? 0
    const player = this.#tonight[index] ?? 0
    if (player === 0) return { index, total, best, shows }
    return { index, total, best: Math.max(best, totals[player - 1] ?? 0), shows: shows + 1 }
  }
}

type TourRow = { index: number; total: number; best: number; shows: number }

/** As docs/rules.md ("Boards") has it. */
function comesFirst(one: TourRow, other: TourRow): boolean {
  const difference =
    other.total - one.total || other.best - one.best || one.shows - other.shows || one.index - other.index
  return difference < 0
}
