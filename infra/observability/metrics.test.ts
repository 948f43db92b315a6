import { Counter, Gauge } from 'prom-client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMetrics, serveMetrics } from './metrics.ts'

describe('metrics', () => {
  test('serves metrics with the program label at /metrics only', async () => {
    const metrics = createMetrics('workers')
    new Counter({ name: 'shows_scored_total', help: 'Shows scored', registers: [metrics.registry] }).inc(3)
    const server = await serveMetrics(metrics, '127.0.0.1', 0)
    onTestFinished(() => server.close())
    const response = await fetch(`http://127.0.0.1:${server.port}/metrics`)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('shows_scored_total{program="workers"} 3')
    expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(404)
  })

  test('does not wait for a hanging or failing collector and starts it only once', async () => {
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
})
