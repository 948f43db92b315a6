import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { collectDefaultMetrics, Registry } from 'prom-client'

/** An import statement would load undici too, which takes 12 MB of a worker. */
const { createServer } = process.getBuiltinModule('node:http')

/** What every metric is declared with. */
export const describeMetric = (registry: Registry) => (name: string, help: string) => ({
  name: `called_it_${name}`,
  help,
  registers: [registry],
})

/** How long a scrape waits for collectors; later values are left out. */
const COLLECT_TIMEOUT_MS = 1_500

export type Metrics = {
  readonly registry: Registry
  /** Runs before every scrape, unless its previous run has not ended. */
  beforeScrape(collect: () => Promise<void>): void
  /** The text format of Prometheus, in bounded time. */
  scrape(): Promise<string>
}

export function createMetrics(program: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ program })
  collectDefaultMetrics({ register: registry })
  const collectors: (() => Promise<void>)[] = []
  return {
    registry,
    beforeScrape: (collect) => void collectors.push(oneAtATime(collect)),
    async scrape() {
      const limit = new AbortController()
      const timeUp = wait(COLLECT_TIMEOUT_MS, undefined, { signal: limit.signal }).catch(() => undefined)
      // A collector that fails has left its metrics out.
      await Promise.race([timeUp, Promise.allSettled(collectors.map((collect) => collect()))])
      limit.abort()
      return registry.metrics()
    },
  }
}

function oneAtATime(collect: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  return () => {
    running ??= collect().finally(() => {
      running = null
    })
    return running
  }
}

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

/** Metrics have their own port because they are not public. */
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
