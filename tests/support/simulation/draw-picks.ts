import { namedDice } from '@called-it/infra/demo/dice'
import { type ActualSetlist, SLOT_COUNT, type SongId } from '@called-it/shared/game/setlist'

/** Share of slots that stay empty; the first slot never does. */
const EMPTY_SHARE = 0.1
const PLAYED_SHARE = 0.5
/** How often a song is drawn again when it is already picked. */
const MAX_TRIES = 8

/** Share of predictions that pick a song twice, which is rare in reality. */
export const SHARE_WITH_REPEATS = 0.02

export type PicksDrawer = (bytes: Uint8Array, offset: number) => void

/** Draws packed picks, the same by seed: half are played, one slot in ten is empty, `repeats` have a song twice. */
export function createPicksDrawer(
  { seed, repeats, catalogue }: { seed: number; repeats: number; catalogue: readonly SongId[] },
  { set1, set2, encore, further }: ActualSetlist,
): PicksDrawer {
  const { roll } = namedDice(`simulated picks ${seed}`)
  const all = Uint16Array.from(catalogue)
  const played = Uint16Array.from([...set1, ...set2, ...encore, ...further.flatMap(({ songs }) => songs)])
  const picked = new Uint16Array(SLOT_COUNT)
  const oneOf = (songs: Uint16Array) => songs[Math.floor(roll() * songs.length)] ?? 0

  function drawSlot(slot: number): SongId {
    if (slot > 0 && roll() < EMPTY_SHARE) return 0
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const song = oneOf(roll() < PLAYED_SHARE ? played : all)
      if (!isAmong(picked, slot, song)) return song
    }
    return 0
  }

  return (bytes, offset) => {
    for (let slot = 0; slot < SLOT_COUNT; slot++) picked[slot] = drawSlot(slot)
    if (roll() < repeats) picked[SLOT_COUNT - 1] = picked[0] ?? 0
    for (let slot = 0; slot < SLOT_COUNT; slot++) {
      const song = picked[slot] ?? 0
      bytes[offset + slot * 2] = song >>> 8
      bytes[offset + slot * 2 + 1] = song & 0xff
    }
  }
}

function isAmong(picked: Uint16Array, count: number, song: SongId): boolean {
  for (let slot = 0; slot < count; slot++) if (picked[slot] === song) return true
  return false
}
