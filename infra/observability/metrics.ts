import { once } from 'node:events'
import { createServer } from 'node:http'
import { collectDefaultMetrics, Registry } from 'prom-client'

/** A registry with the figures of the process itself; every series carries the program's name. */
export function createMetrics(program: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ program })
  collectDefaultMetrics({ register: registry })
  return registry
}

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

/**
 * Serves a registry at /metrics, on a port of its own: the figures are for operators, so the port that fans
 * reach does not have them.
 *
 * @param port 0 takes a free one
 */
export async function serveMetrics(registry: Registry, host: string, port: number): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
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
