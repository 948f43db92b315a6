import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { SeriesHistogram } from './series-histogram.ts'

test('counts values of a kept series like values with labels', async () => {
  const texts = await Promise.all(
    [true, false].map((isKept) => {
      const registry = new Registry()
      const histogram = new SeriesHistogram({
        name: 'seconds',
        help: 'Seconds',
        labelNames: ['route', 'status'],
        buckets: [0.1, 1],
        registers: [registry],
      })
      const labels = { route: '/api/site', status: '2xx' }
      histogram.observe(labels, 0.05)
      histogram.observe({ route: '/api/site', status: '3xx' }, 0.5)
      const observe = isKept
        ? histogram.seriesOf(labels)
        : (value: number) => histogram.observe(labels, value)
      for (const value of [0.1, 0.5, 2]) observe(value)
      histogram.reset()
      for (const value of [0.1, 0.7, 4]) observe(value)
      const further = { route: '/api/songs', status: '2xx' }
      if (isKept) histogram.seriesOf(further)(3)
      else histogram.observe(further, 3)
      histogram.observe(labels, 0.2)
      return registry.metrics()
    }),
  )
  expect(texts[0]).toContain('seconds_count{route="/api/site",status="2xx"} 4')
  expect(texts[0]).toBe(texts[1])
})
