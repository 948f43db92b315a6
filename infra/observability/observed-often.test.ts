import { Histogram } from 'prom-client'
import { expect, test } from 'vitest'
import { type ObservedOften, observeOften } from './observed-often.ts'

const MANY = 1_000

function open() {
  const histogram = new Histogram({
    name: 'answers_seconds',
    help: 'Answers',
    labelNames: ['route'],
    buckets: [0.1, 1],
    registers: [],
    collect: () => often.handOver(),
  })
  const often: ObservedOften<'route'> = observeOften(histogram)
  return { histogram, often }
}

test('what is observed often is in the figures with whatever else is, each once, whenever they are read', async () => {
  const { histogram, often } = open()
  histogram.observe({ route: 'home' }, 0.5)
  for (let number = 0; number < MANY; number += 1) often.series({ route: 'home' }).observe(0.05)
  often.series({ route: 'board' }).observe(2)
  for (const _reading of ['first', 'second']) {
    const { values } = await histogram.get()
    const of = (route: string, metric: string, le?: number | string) =>
      values.find(
        ({ metricName, labels }) =>
          metricName === `answers_seconds_${metric}` &&
          labels.route === route &&
          'le' in labels === (le !== undefined) &&
          (le === undefined || Object.values(labels).includes(le)),
      )?.value
    expect(of('home', 'count')).toBe(MANY + 1)
    expect(of('home', 'sum')).toBeCloseTo(MANY * 0.05 + 0.5)
    expect(of('home', 'bucket', 0.1)).toBe(MANY)
    expect(of('home', 'bucket', 1)).toBe(MANY + 1)
    expect(of('board', 'bucket', '+Inf')).toBe(1)
    expect(of('board', 'bucket', 1)).toBe(0)
  }
})

test('of a series that is asked for again and again nothing is kept twice', async () => {
  const { histogram, often } = open()
  expect(often.series({ route: 'home' })).toBe(often.series({ route: 'home' }))
  expect((await histogram.get()).values).toEqual([])
})

test('no more than a few hundred wait, whether or not anybody ever reads them', () => {
  let arrived = 0
  const child = { observe: () => (arrived += 1), startTimer: () => () => 0 }
  const often = observeOften<'route'>({ labels: () => child })
  const home = often.series({ route: 'home' })
  for (let number = 0; number < MANY; number += 1) home.observe(0.05)
  expect(MANY - arrived).toBeLessThan(256)
})
