import { rankByTotal, type TotalCount } from './standings.ts'

/** The order of all players of a board at one version, in eight bytes a player, to look up any of its pages. */
export class BoardOrder {
  readonly version: number
  /** The players, first to last; docs/rules.md ("Boards") has the order. */
  readonly userIds: Int32Array
  readonly rankOf: (total: number) => number
  /** By a player's number, the place; 0 for one who is not on the board. */
  readonly #places: Int32Array

  /** @param histogram as of the same version */
  constructor(version: number, userIds: Int32Array, histogram: Iterable<TotalCount>) {
    this.version = version
    this.userIds = userIds
    this.rankOf = rankByTotal(histogram)
    this.#places = new Int32Array(userIds.reduce((highest, userId) => Math.max(highest, userId), 0) + 1)
    for (const [index, userId] of userIds.entries()) this.#places[userId] = index + 1
  }

  /** Where a player stands, counted from 1, equal totals one after the other; null for one who is not on the board. */
  placeOf(userId: number): number | null {
    return this.#places[userId] || null
  }
}
