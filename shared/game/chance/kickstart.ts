import { KICKSTART_DEAL, KICKSTART_SIZE } from '../draft.ts'
import type { Picks, SongId } from '../setlist.ts'
import { type PlacedSong, placeSongs } from './card.ts'

/** For songs that are hardly ever played: they too are drawn when the others do not suffice. */
const MIN_WEIGHT = 1e-12

/**
 * Nine songs, drawn one after the other with the square of their chance as weight. Fewer when there are fewer.
 *
 * @param random from 0 up to, but without, 1
 */
export function drawKickstart(
  songs: readonly { song: SongId; chance: number }[],
  random: () => number,
): SongId[] {
  // Each song waits for a time that is exponential with its weight as rate; the first nine are drawn.
  const waiting = songs.map(({ song, chance }) => ({
    song,
    time: -Math.log1p(-random()) / Math.max(MIN_WEIGHT, chance ** 2),
  }))
  return waiting
    .sort((a, b) => a.time - b.time)
    .slice(0, KICKSTART_SIZE)
    .map(({ song }) => song)
}

/** Places the songs where they bring the most points on average, at most 4 / 4 / 1. */
export function placeKickstart(songs: readonly PlacedSong[]): Picks {
  return placeSongs(songs, KICKSTART_DEAL)
}
