/** How good chances were, once the shows were played. */
import type { SongId } from '../setlist.ts'

export type JudgedShow = {
  readonly played: ReadonlySet<SongId>
  readonly chances: readonly { readonly song: SongId; readonly chance: number }[]
}

export type ChanceMeasures = {
  /** Songs played of the 20 likeliest. */
  readonly hitAt20: number
  /** Share of the songs played that the 25 likeliest have. */
  readonly recallAt25: number
  /** Per song and show. */
  readonly logLoss: number
  /** Expected calibration error: of the bins, the mean distance of the mean chance from the share played. */
  readonly calibrationError: number
}

const BINS = 20

export function measureChances(shows: readonly JudgedShow[]): ChanceMeasures {
  const hits = ({ played, chances }: JudgedShow, size: number) =>
    chances
      .toSorted((one, other) => other.chance - one.chance)
      .slice(0, size)
      .filter(({ song }) => played.has(song)).length
  const pairs = judgedPairs(shows)
  return {
    hitAt20: mean(shows.map((show) => hits(show, 20))),
    recallAt25: mean(shows.map((show) => hits(show, 25) / Math.max(1, show.played.size))),
    logLoss: mean(pairs.map(({ chance, isPlayed }) => -Math.log(isPlayed ? chance : 1 - chance))),
    calibrationError: mean(calibrationBins(shows).map(({ chance, share }) => Math.abs(chance - share))),
  }
}

/** Bins of equal count, from the least likely songs to the likeliest. */
export function calibrationBins(shows: readonly JudgedShow[]) {
  const pairs = judgedPairs(shows).toSorted((one, other) => one.chance - other.chance)
  return Array.from({ length: BINS }, (_, bin) => {
    const from = Math.floor((bin * pairs.length) / BINS)
    const inBin = pairs.slice(from, Math.floor(((bin + 1) * pairs.length) / BINS))
    return {
      chance: mean(inBin.map(({ chance }) => chance)),
      share: mean(inBin.map(({ isPlayed }) => Number(isPlayed))),
    }
  })
}

function judgedPairs(shows: readonly JudgedShow[]) {
  return shows.flatMap(({ played, chances }) =>
    chances.map(({ song, chance }) => ({ chance, isPlayed: played.has(song) })),
  )
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
