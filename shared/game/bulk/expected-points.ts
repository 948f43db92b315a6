import type { SongId } from '../setlist.ts'
import { PACKED_PICKS_BYTES, unpackSlots } from './packed-picks.ts'

/** The points that chance gives packed cards: the sum over their picks. A song that is picked twice counts twice. */
export function sumExpectedPoints(
  packed: Uint8Array,
  expectedOf: (song: SongId) => readonly number[],
): number[] {
  const points: number[] = []
  for (let offset = 0; offset < packed.byteLength; offset += PACKED_PICKS_BYTES) {
    let sum = 0
    unpackSlots(packed, offset).forEach((song, slot) => {
      if (song !== 0) sum += expectedOf(song)[slot] ?? 0
    })
    points.push(sum)
  }
  return points
}

type Expected = { readonly chance: number; readonly expected: readonly number[] }

/** Those of a song with this chance, slot by slot, if it is played where the others are. */
export function averageExpected(songs: readonly Expected[], chance: number): number[] {
  const [first] = songs
  if (!first) return []
  return first.expected.map((_, slot) => {
    const sum = songs.reduce((total, song) => total + (song.expected[slot] ?? 0) / song.chance, 0)
    return (chance * sum) / songs.length
  })
}
