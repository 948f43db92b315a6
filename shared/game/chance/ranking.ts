/** From log odds of single songs to the chances of a show, which has so many songs whatever songs are due. */
import { fitRegression, logistic, oddsIn, type Regression, type ShowSamples } from './fit.ts'

/** Plain data. */
export type Ranking = {
  /** Its features are the log odds and the place among those of the show. */
  readonly regression: Regression
  /** Songs of the universe that the last shows had on average. */
  readonly songsPerShow: number
}

const WIDTH = 2
const STEPS = 8
const COUNTED_SHOWS = 50
const ADDED_TO_PLACE = 10
const MAX_SHIFT = 3
const HALVINGS = 30

/**
 * @param shows oldest first, standardised
 * @param ofSongs gives the log odds
 */
export function* fitRanking(shows: readonly ShowSamples[], ofSongs: Regression): Generator<void, Ranking> {
  const samples: ShowSamples[] = []
  for (const show of shows) {
    samples.push({ ...show, features: withPlaces(oddsIn(show, ofSongs)) })
    yield
  }
  const counts = shows.slice(-COUNTED_SHOWS).map(({ labels }) => sumOf(labels))
  return {
    regression: yield* fitRegression(samples, WIDTH, STEPS, null),
    songsPerShow: sumOf(counts) / Math.max(1, counts.length),
  }
}

/** The chances of the songs with these log odds. Together they make as many songs as shows have lately. */
export function chancesOf(odds: readonly number[], { regression, songsPerShow }: Ranking): readonly number[] {
  const { means, deviations, weights, intercept } = regression
  const pairs = withPlaces(odds)
  const ranked = odds.map((_, song) =>
    weights.reduce((sum, weight, index) => {
      const value = (pairs[song * WIDTH + index] ?? 0) - (means[index] ?? 0)
      return sum + (weight * value) / (deviations[index] ?? 1)
    }, intercept),
  )
  let shift = 0
  for (let step = MAX_SHIFT / 2, halving = 0; halving < HALVINGS; step /= 2, halving++) {
    shift += sumOf(ranked.map((sum) => logistic(sum + shift))) < songsPerShow ? step : -step
  }
  return ranked.map((sum) => logistic(sum + shift))
}

/** After each song's log odds the logarithm of its place, which matters most among the first. */
function withPlaces(odds: ArrayLike<number>): Float64Array {
  const order = Array.from(odds, (value, song) => ({ value, song })).sort((a, b) => b.value - a.value)
  const pairs = new Float64Array(odds.length * WIDTH)
  for (const [place, { value, song }] of order.entries()) {
    pairs.set([value, Math.log(place + 1 + ADDED_TO_PLACE)], song * WIDTH)
  }
  return pairs
}

function sumOf(values: Iterable<number>): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
