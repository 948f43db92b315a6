import type { TotalCount } from './standings.ts'

/** What the players of a tour have after each of its shows. Four bytes a player. */
export class TourTotals {
  players = 0
  /** By user id, the total and one; 0 for one without a score. */
  #totals = new Int32Array(1)
  readonly #histogram: number[] = []

  /** Adds the scores of one show. */
  add(userIds: Int32Array, scores: Uint16Array): void {
    this.#grow(userIds.reduce((highest, userId) => Math.max(highest, userId), 0) + 1)
    const totals = this.#totals
    for (let index = 0; index < userIds.length; index++) {
      const userId = userIds[index] ?? 0
      const before = (totals[userId] ?? 0) - 1
      if (before < 0) this.players++
      else this.#count(before, -1)
      const total = Math.max(before, 0) + (scores[index] ?? 0)
      totals[userId] = total + 1
      this.#count(total, 1)
    }
  }

  /** All totals that somebody has. */
  histogram(): TotalCount[] {
    return this.#histogram.flatMap((players, total) => (players > 0 ? [{ total, players }] : []))
  }

  #count(total: number, change: number): void {
    while (this.#histogram.length <= total) this.#histogram.push(0)
    this.#histogram[total] = (this.#histogram[total] ?? 0) + change
  }

  #grow(length: number): void {
    if (length <= this.#totals.length) return
    const grown = new Int32Array(Math.max(length, 2 * this.#totals.length))
    grown.set(this.#totals)
    this.#totals = grown
  }
}
