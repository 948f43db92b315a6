import { PACKED_PICKS_BYTES } from '../bulk/packed-picks.ts'
import { type MergedSongs, resolveSong } from '../merged-songs.ts'
import { MAX_SONG_ID, SLOT_COUNT, type SongId } from '../setlist.ts'

/** A held slot is one number: the player's index above these bits, the slot in them. */
const SLOT_BITS = 5
const SLOT_MASK = (1 << SLOT_BITS) - 1

/** Who has each song, and in which slots: the picks of a show, sorted by song. Four bytes a pick. */
export class SongHolders {
  readonly players: number
  /** The held slots of song n begin at n and end where those of song n + 1 begin. */
  readonly #starts = new Uint32Array(MAX_SONG_ID + 2)
  /** Held slots by song; within a song by player, then by slot. */
  readonly #held: Uint32Array

  /**
   * @param packed picks of the players, one after the other; not needed afterwards
   * @param merged a merged song is held as the song that it is
   * @throws RangeError when the last player's picks are cut off
   */
  constructor(packed: Uint8Array, merged: MergedSongs) {
    this.players = packed.length / PACKED_PICKS_BYTES
    if (!Number.isInteger(this.players))
      throw new RangeError(`${packed.length} bytes end within packed picks`)
    const songs = Uint16Array.from({ length: MAX_SONG_ID + 1 }, (_, songId) => resolveSong(merged, songId))
    const songAt = (at: number) => songs[((packed[at] ?? 0) << 8) | (packed[at + 1] ?? 0)] ?? 0

    const ends = this.#starts
    for (let at = 0; at < packed.length; at += 2) {
      const song = songAt(at)
      if (song > 0) ends[song] = (ends[song] ?? 0) + 1
    }
    let picks = 0
    for (let song = 0; song < ends.length; song++) {
      picks += ends[song] ?? 0
      ends[song] = picks
    }
    this.#held = new Uint32Array(picks)
    // Backwards, so that each end becomes the start and the players of a song keep their order.
    for (let player = this.players - 1; player >= 0; player--) {
      for (let slot = SLOT_COUNT - 1; slot >= 0; slot--) {
        const song = songAt(player * PACKED_PICKS_BYTES + slot * 2)
        if (song === 0) continue
        const place = (ends[song] ?? 0) - 1
        ends[song] = place
        this.#held[place] = (player << SLOT_BITS) | slot
      }
    }
  }

  /** Calls `visit` once for each player who has the song, in their order, with the slots as bits. */
  forEach(song: SongId, visit: (player: number, slots: number) => void): void {
    const end = this.#starts[song + 1] ?? 0
    let at = this.#starts[song] ?? 0
    while (at < end) {
      const held = this.#held[at++] ?? 0
      const player = held >>> SLOT_BITS
      let slots = 1 << (held & SLOT_MASK)
      for (; at < end; at++) {
        const next = this.#held[at] ?? 0
        if (next >>> SLOT_BITS !== player) break
        slots |= 1 << (next & SLOT_MASK)
      }
      visit(player, slots)
    }
  }

  /** The players who have the song and are shown, those with the highest totals first, then in their order. */
  first(song: SongId, limit: number, totals: Uint16Array, isShown: Uint8Array): number[] {
    const first: number[] = []
    const end = this.#starts[song + 1] ?? 0
    let lowest = -1
    let previous = -1
    // A plain loop, since each song has up to all players after each revision.
    for (let at = this.#starts[song] ?? 0; at < end; at++) {
      const player = (this.#held[at] ?? 0) >>> SLOT_BITS
      const total = totals[player] ?? 0
      if (total <= lowest || player === previous || isShown[player] !== 1) continue
      previous = player
      const place = first.findIndex((other) => (totals[other] ?? 0) < total)
      first.splice(place < 0 ? first.length : place, 0, player)
      if (first.length > limit) first.pop()
      if (first.length === limit) lowest = totals[first.at(-1) ?? 0] ?? 0
    }
    return first
  }
}
