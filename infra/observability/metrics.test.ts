import { Counter } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics, serveMetrics } from './metrics.ts'

test('metrics are served at one path, with the name of the program', async () => {
  const registry = createMetrics('workers')
  new Counter({ name: 'shows_scored_total', help: 'Shows scored', registers: [registry] }).inc(3)
  const server = await serveMetrics(registry, '127.0.0.1', 0)
  onTestFinished(() => server.close())
  const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('shows_scored_total{program="workers"} 3')
  expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(404)
})
