import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { listenOnLoopback, stopServer } from '../loopback-server.ts'

const attributes = z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
const batch = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
            }),
          ),
        }),
      ),
    }),
  ),
})

export type CollectedSpan = {
  service: unknown
  traceId: string
  spanId: string
  parentSpanId?: string | undefined
  name: string
}

/** A fake OpenTelemetry collector that keeps the spans it receives by OTLP over HTTP. */
export async function openCollector() {
  const bodies: string[] = []
  const spans: CollectedSpan[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    bodies.push(`${request.method} ${request.url} ${body}`)
    for (const { resource, scopeSpans } of batch.parse(JSON.parse(body)).resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue
      for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ service, ...span })))
    }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  return {
    url: `http://127.0.0.1:${await listenOnLoopback(server)}`,
    spans,
    /** Every request as text. */
    bodies,
    close: () => stopServer(server),
  }
}
