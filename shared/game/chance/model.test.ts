import path from 'node:path'
import { createFileSource } from '@called-it/infra/setlist-sources/file/file-source'
import { finish, generatedShows } from '@called-it/tests/support/generated-shows'
import { HAS_REAL_SETLISTS, REAL_SETLISTS, REAL_SETLISTS_TITLE } from '@called-it/tests/support/real-setlists'
import { showsOfSource } from '@called-it/tests/support/shows-of-source'
import { describe, expect, test } from 'vitest'
import { chooseMethod, walkForward } from './backtest.ts'
import { calibrationBins, measureChances } from './measures.ts'
import { fitModel, songChances } from './model.ts'
import { songsOf } from './play-log.ts'
import type { NextShow } from './song-chance.ts'

const history = generatedShows(200)
const next: NextShow = { day: (history.at(-1)?.day ?? 0) + 42, venue: 'another', tour: 10 }

describe('chance model', () => {
  const model = finish(fitModel(history))
  const chances = finish(songChances(history, next, 'model', model))
  const chanceOf = (song: number) => chances.find((one) => one.song === song)?.chance ?? 0
  const lastNight = [...songsOf(history.at(-1) ?? { ...next, sets: [] })]

  test('expects about as many songs as a show has', () => {
    expect(chances.reduce((sum, { chance }) => sum + chance, 0)).toBeGreaterThan(6)
    expect(chances.reduce((sum, { chance }) => sum + chance, 0)).toBeLessThan(10)
  })

  test('gives a song of the last show a small chance, and says why', () => {
    for (const song of lastNight) expect(chanceOf(song)).toBeLessThan(0.1)
    const favourite = chances.find(({ song }) => song === Math.min(...lastNight))
    expect(favourite?.reasons).toContain('last-show')
  })

  test('starts from an earlier model and ends where a cold fit does', () => {
    const earlier = finish(fitModel(history.slice(0, -1)))
    const warm = finish(songChances(history, next, 'model', finish(fitModel(history, earlier))))
    for (const { song, chance } of warm) expect(chance).toBeCloseTo(chanceOf(song), 3)
  })

  test('survives JSON', () => {
    const stored = JSON.parse(JSON.stringify(model))
    expect(finish(songChances(history, next, 'model', stored))).toEqual(chances)
  })

  test('is below the log loss of the rule for a band with habits', () => {
    const { model, rule } = finish(walkForward(history, 60))
    expect(measureChances(model).logLoss).toBeLessThan(measureChances(rule).logLoss)
  })
})

describe('chosen method', () => {
  test.for([
    [0, 'plays'],
    [9, 'plays'],
    [10, 'rule'],
    [59, 'rule'],
    [200, 'model'],
  ] as const)('chooses, after %i shows, %s', ([shows, method]) => {
    expect(finish(chooseMethod(history.slice(0, shows))).method).toBe(method)
  })

  test('gives a chance between 0 and 1 from the first show on', () => {
    expect(finish(songChances([], next, 'plays', null))).toEqual([])
    for (const shows of [1, 5, 12]) {
      for (const method of ['plays', 'rule', 'model'] as const) {
        const past = history.slice(0, shows)
        for (const { chance } of finish(songChances(past, next, method, finish(fitModel(past))))) {
          expect(chance).toBeGreaterThan(0)
          expect(chance).toBeLessThan(1)
        }
      }
    }
  })

  test.for(['plays', 'rule', 'model'] as const)('yields while it reads old shows for %s', (method) => {
    const model = method === 'model' ? finish(fitModel(history)) : null
    expect([...songChances(history, next, method, model)].length).toBeGreaterThanOrEqual(history.length / 50)
  })

  test('ranks rested songs of the year by plays in the rule', () => {
    const ranked = finish(songChances(history, next, 'rule', null)).toSorted(
      (one, other) => other.chance - one.chance,
    )
    const resting = new Set(history.slice(-3).flatMap((show) => [...songsOf(show)]))
    expect(ranked.slice(0, 8).filter(({ song }) => resting.has(song))).toEqual([])
  })
})

describe('measures of chances', () => {
  const judged = [
    {
      played: new Set([1, 99]),
      chances: [
        { song: 1, chance: 0.8 },
        { song: 2, chance: 0.4 },
      ],
    },
  ]

  test('counts hits, the share of the show and the log loss', () => {
    const { hitAt20, recallAt25, logLoss } = measureChances(judged)
    expect([hitAt20, recallAt25]).toEqual([1, 0.5])
    expect(logLoss).toBeCloseTo((-Math.log(0.8) - Math.log(0.6)) / 2)
  })

  test('compares chances with shares played in 20 bins', () => {
    const chances = Array.from({ length: 40 }, (_, song) => ({ song, chance: song < 20 ? 0.1 : 0.6 }))
    const shows = [{ played: new Set([25]), chances }]
    expect(calibrationBins(shows)).toHaveLength(20)
    expect(measureChances(shows).calibrationError).toBeCloseTo((10 * 0.1 + 9 * 0.6 + 0.1) / 20)
  })
})

describe.skipIf(!HAS_REAL_SETLISTS)(REAL_SETLISTS_TITLE, () => {
  test('reaches the gates on 148 shows', { timeout: 600_000 }, async () => {
    const file = path.join(REAL_SETLISTS, 'setlist-rows-1983-2025.csv')
    const shows = await showsOfSource(createFileSource({ paths: [file] }))
    const { hitAt20, recallAt25, logLoss, calibrationError } = measureChances(
      finish(walkForward(shows, 148)).model,
    )
    expect(hitAt20).toBeGreaterThan(6.5)
    expect(recallAt25).toBeGreaterThan(0.41)
    expect(logLoss).toBeLessThan(0.158)
    expect(calibrationError).toBeLessThan(0.01)
  })
})
