import { Counter, Gauge } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics, serveMetrics } from './metrics.ts'

test('metrics are served at one path, with the name of the program', async () => {
  const metrics = createMetrics('workers')
  new Counter({ name: 'shows_scored_total', help: 'Shows scored', registers: [metrics.registry] }).inc(3)
  const server = await serveMetrics(metrics, '127.0.0.1', 0)
  onTestFinished(() => server.close())
  const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('shows_scored_total{program="workers"} 3')
  expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(404)
})

test('the event loop is among the figures of the process', async () => {
  expect(await createMetrics('gateway').scrape()).toMatch(
    /^nodejs_eventloop_lag_p99_seconds\{program="gateway"\} /m,
  )
})

test('a reading that hangs or fails holds up no scrape, and is not begun again while it hangs', async () => {
  const metrics = createMetrics('workers')
  const open = new Gauge({ name: 'open', help: 'Open', registers: [metrics.registry] })
  let hanging = 0
  metrics.beforeScrape(async () => open.set(7))
  metrics.beforeScrape(() => Promise.reject(new Error('away')))
  metrics.beforeScrape(() => {
    hanging += 1
    return new Promise(() => undefined)
  })
  expect(await metrics.scrape()).toContain('open{program="workers"} 7')
  expect(await metrics.scrape()).toContain('open{program="workers"} 7')
  expect(hanging).toBe(1)
})
