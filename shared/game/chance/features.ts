import { type SongBefore, usualRate } from './play-log.ts'

const dueOf = (song: SongBefore) => Math.min(song.gap * usualRate(song), 4)

const isFresh = ({ gap }: SongBefore) => gap <= 6

/** What the model sees of a song before a show. */
export const FEATURES = {
  run: ({ isInRun }) => Number(isInRun),
  tourRate: (song) => Math.log((song.tourPlays + 4 * usualRate(song)) / (song.tourShows + 4)),
  lately: ({ decayed }) => Math.log(0.0273 * decayed + 0.003),
  often: ({ last100, age }) => Math.log((last100 + 0.15) / (Math.min(100, age) + 3)),
  due: dueOf,
  dueSquared: (song) => dueOf(song) ** 2,
  gap1: ({ gap }) => Number(gap === 1),
  gap2: ({ gap }) => Number(gap === 2),
  gap3: ({ gap }) => Number(gap === 3),
  freshOnTour: (song) => Number(isFresh(song) && song.daysSinceShow <= 14),
  freshAfterBreak: (song) => Number(isFresh(song) && song.daysSinceShow >= 15 && song.daysSinceShow <= 45),
  night: ({ nightsOfRun }) => Math.log(1 + nightsOfRun),
  nightOften: ({ nightsOfRun, last50, age }) =>
    Math.log(1 + nightsOfRun) * Math.log((last50 + 0.15) / (Math.min(50, age) + 3)),
} as const satisfies Record<string, (song: SongBefore) => number>
