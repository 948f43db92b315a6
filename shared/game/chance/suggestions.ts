import { SLOT_PLACES } from '../draft.ts'
import type { SongId } from '../setlist.ts'
import type { SongChance } from './song-chance.ts'

/** For each slot the songs that stand there most likely, the likeliest first. */
export function suggestSongs(songs: readonly SongChance[], perSlot: number): SongId[][] {
  return SLOT_PLACES.map((_, slot) => {
    const chanceOf = ({ slots }: SongChance) => slots[slot] ?? 0
    return songs
      .filter((song) => chanceOf(song) > 0)
      .sort((a, b) => chanceOf(b) - chanceOf(a) || b.chance - a.chance || a.song - b.song)
      .slice(0, perSlot)
      .map(({ song }) => song)
  })
}
