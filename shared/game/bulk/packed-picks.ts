import {
  MAX_SONG_ID,
  type Picks,
  padPicks,
  SET_NAMES,
  SET_SIZES,
  SLOT_COUNT,
  type SongId,
} from '../setlist.ts'

/** A 16-bit big-endian song number for each slot, set 1 then set 2 then encore, 0 for an empty slot. */
export const PACKED_PICKS_BYTES = SLOT_COUNT * 2

const EMPTY_SLOT = 0

/**
 * Packs picks into {@link PACKED_PICKS_BYTES} bytes.
 *
 * @throws RangeError when a set has more slots than it may have, or a song number is not an integer from
 *   1 to 65,535
 */
export function packPicks(picks: Picks): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(PACKED_PICKS_BYTES)
  const view = new DataView(bytes.buffer)
  const padded = padPicks(picks)
  SET_NAMES.flatMap((set) => padded[set]).forEach((songId, slot) => {
    view.setUint16(slot * 2, songId === null ? EMPTY_SLOT : checkSongId(songId))
  })
  return bytes
}

function checkSongId(songId: SongId): SongId {
  if (Number.isInteger(songId) && songId >= 1 && songId <= MAX_SONG_ID) return songId
  throw new RangeError(`song number ${songId} is not an integer from 1 to ${MAX_SONG_ID}`)
}

/**
 * Unpacks the picks that start at `offset` (in bytes) into sets of full size.
 *
 * @throws RangeError when fewer than {@link PACKED_PICKS_BYTES} bytes follow the offset
 */
export function unpackPicks(bytes: Uint8Array, offset = 0): Picks {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, PACKED_PICKS_BYTES)
  return {
    set1: unpackSet(view, 0, SET_SIZES.set1),
    set2: unpackSet(view, SET_SIZES.set1, SET_SIZES.set2),
    encore: unpackSet(view, SET_SIZES.set1 + SET_SIZES.set2, SET_SIZES.encore),
  }
}

/** The song number of each slot, 0 for an empty one. */
export function unpackSlots(bytes: Uint8Array, offset = 0): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, PACKED_PICKS_BYTES)
  return Array.from({ length: SLOT_COUNT }, (_, slot) => view.getUint16(slot * 2))
}

function unpackSet(view: DataView, firstSlot: number, size: number): (SongId | null)[] {
  const songs: (SongId | null)[] = []
  for (let slot = firstSlot; slot < firstSlot + size; slot++) {
    const songId = view.getUint16(slot * 2)
    songs.push(songId === EMPTY_SLOT ? null : songId)
  }
  return songs
}
