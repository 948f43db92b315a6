import { type SongBefore, usualRate } from './play-log.ts'

const dueOf = (song: SongBefore) => Math.min(song.gap * usualRate(song), 4)

/** What the model sees of a song before a show, beside the tables of {@link TABLES}. */
export const FEATURES = {
  run: ({ isInRun }) => Number(isInRun),
  tourRate: (song) => Math.log((song.tourPlays + 4 * usualRate(song)) / (song.tourShows + 4)),
  lately: ({ lately }) => Math.log(lately + 0.003),
  often: ({ last100, age }) => Math.log((last100 + 0.15) / (Math.min(100, age) + 3)),
  due: dueOf,
  dueSquared: (song) => dueOf(song) ** 2,
} as const satisfies Record<string, (song: SongBefore) => number>
