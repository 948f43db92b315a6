import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { collectDefaultMetrics, Registry } from 'prom-client'

/** Every name of ours begins with it. */
export const METRIC_PREFIX = 'called_it_'

/** How long a scrape waits for figures that have to be asked for; what comes later is left out. */
const READING_LIMIT_MS = 1_500

/** The figures of a program. */
export type Metrics = {
  /** Where a metric is declared; every series carries the program's name. */
  readonly registry: Registry
  /** Has figures read anew at each scrape. One reading at a time: while one hangs, no other is begun. */
  beforeScrape(read: () => Promise<void>): void
  /** All figures as Prometheus reads them, in bounded time whatever is away. */
  scrape(): Promise<string>
}

/** The figures of a process, to begin with: memory, CPU, garbage collection, event loop. */
export function createMetrics(program: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ program })
  collectDefaultMetrics({ register: registry })
  const readings: (() => Promise<void>)[] = []
  return {
    registry,
    beforeScrape: (read) => void readings.push(oneAtATime(read)),
    async scrape() {
      const limit = new AbortController()
      const timeUp = wait(READING_LIMIT_MS, undefined, { signal: limit.signal }).catch(() => undefined)
      // A reading that fails has left its figures out, which is what the scrape tells.
      await Promise.race([timeUp, Promise.allSettled(readings.map((read) => read()))])
      limit.abort()
      return registry.metrics()
    },
  }
}

function oneAtATime(read: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | null = null
  return () => {
    underWay ??= read().finally(() => {
      underWay = null
    })
    return underWay
  }
}

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

/**
 * Serves the figures at /metrics, on a port of its own: they are for operators, so the port that fans reach does
 * not have them.
 *
 * @param port 0 takes a free one
 */
export async function serveMetrics(metrics: Metrics, host: string, port: number): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    metrics.scrape().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : port,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
