import { finish } from '@called-it/tests/support/generated-shows'
import { expect, test } from 'vitest'
import type { ShowSamples } from './fit.ts'
import { chancesOf, fitRanking } from './ranking.ts'

const SONGS = 30
const oddsFrom = (first: number) => Array.from({ length: SONGS }, (_, place) => first - place / 20)

/** Shows in which the five songs with the highest log odds are always played, however high those are. */
const shows = Array.from({ length: 60 }, (_, index): ShowSamples => {
  const odds = oddsFrom(-3 + (index % 5) / 2)
  return {
    features: Float64Array.from(odds),
    labels: Uint8Array.from(odds, (_, place) => Number(place < 5 || place === 6 + (index % 20))),
    weight: 1,
  }
})
const oddsAsTheyAre = { means: [0], deviations: [1], weights: [1], intercept: 0 }
const ranking = finish(fitRanking(shows, oddsAsTheyAre))

test.each([-4, -1.5, 1])('expects as many songs as shows have, from log odds of %d', (first) => {
  const chances = chancesOf(oddsFrom(first), ranking)

  expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(6, 3)
  expect(chances).toEqual(chances.toSorted((one, other) => other - one))
})

test('learns how much likelier the first songs of a show are', () => {
  const [first = 0, , , , , , later = 1] = chancesOf(oddsFrom(-2), ranking)

  expect(first).toBeGreaterThan(0.9)
  expect(later).toBeLessThan(0.4)
})

test('gives chances without a show to learn from', () => {
  for (const chance of chancesOf([0, -1], finish(fitRanking([], oddsAsTheyAre))))
    expect(chance).toBeGreaterThan(0)
})
