import type { Performance, Score } from '../scoring.ts'
import {
  FIRST_SLOTS,
  type Picks,
  SET_NAMES,
  SET_SIZES,
  type SetName,
  SLOT_COUNT,
  type SongId,
} from '../setlist.ts'

/** What one song pays in a setlist. Other songs change nothing about it. */
export class SongPoints {
  /** The same for setlists in which the song has the same places. */
  readonly places: string
  /** The slots whose pick is in the exact place of a performance, as bits. */
  readonly exactSlots: number
  readonly #song: SongId
  readonly #scorePicks: (picks: Picks) => Score
  readonly #bySlot: Uint8Array
  readonly #byRepeatedSlots = new Map<number, number>()

  /** @param scorePicks scores against the setlist of these performances */
  constructor(song: SongId, performances: readonly Performance[], scorePicks: (picks: Picks) => Score) {
    this.#song = song
    this.#scorePicks = scorePicks
    this.places = placesOf(performances)
    this.exactSlots = performances.reduce((slots, performance) => slots | exactSlotOf(performance), 0)
    this.#bySlot = Uint8Array.from({ length: SLOT_COUNT }, (_, slot) => this.#score(1 << slot))
  }

  /** @param slots in which a prediction has the song, as bits; at least one */
  pay(slots: number): number {
    if ((slots & (slots - 1)) === 0) return this.#bySlot[31 - Math.clz32(slots)] ?? 0
    const known = this.#byRepeatedSlots.get(slots)
    if (known !== undefined) return known
    const points = this.#score(slots)
    this.#byRepeatedSlots.set(slots, points)
    return points
  }

  #score(slots: number): number {
    const inSet = (set: SetName) =>
      Array.from({ length: SET_SIZES[set] }, (_, index) =>
        slots & (1 << (FIRST_SLOTS[set] + index)) ? this.#song : null,
      )
    return this.#scorePicks({ set1: inSet('set1'), set2: inSet('set2'), encore: inSet('encore') }).total
  }
}

export function placesOf(performances: readonly Performance[]): string {
  return performances.map(({ set, position, isSpecial }) => `${set} ${position} ${isSpecial}`).join()
}

function exactSlotOf({ set, position }: Performance): number {
  const name = SET_NAMES.find((known) => known === set)
  return name && position <= SET_SIZES[name] ? 1 << (FIRST_SLOTS[name] + position - 1) : 0
}
