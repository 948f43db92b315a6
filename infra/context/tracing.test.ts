import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { openCollector } from '@called-it/tests/support/gateway/open-collector'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { currentRequestContext, runInRequestContext } from './request-context.ts'
import { inSpan, openTracing } from './tracing.ts'

const log = pino({ enabled: false })
const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

async function open(ratio: number) {
  const collector = await openCollector()
  onTestFinished(() => collector.close())
  vi.stubEnv('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', `${collector.url}/v1/traces`)
  onTestFinished(() => void vi.unstubAllEnvs())
  return { collector, tracing: await openTracing({ program: 'workers', ratio, log }) }
}

describe('tracing', () => {
  test('runs the work in its own request context without a collector', async () => {
    const context = { requestId: 'request-1', traceparent: null }
    const seen = await runInRequestContext(context, () =>
      inSpan({ name: 'step' }, async () => currentRequestContext()),
    )
    expect(seen).toEqual(context)
  })

  test('loads no OpenTelemetry package without a collector', () => {
    const modules = ['context/tracing', 'observability/store-metrics', 'events/change', 'queues/worker']
    const files = modules.map((name) => path.join(import.meta.dirname, `../${name}.ts`))
    const program = `
    const loaded = []
    const resolve = (name, context, next) => (loaded.push(name), next(name, context))
    require('node:module').registerHooks({ resolve })
    Promise.all(${JSON.stringify(files)}.map((file) => import(file))).then(() => console.log(loaded.join()))`
    const loaded = execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' }).trim().split(',')
    expect(loaded).toContain('bullmq/dist/cjs/classes')
    // prom-client depends on the API package, which does nothing by itself.
    const tracing = loaded.filter((name) => /opentelemetry|otlp/.test(name) && name !== '@opentelemetry/api')
    expect(tracing).toEqual([])
  })

  test('links spans to their parents and records only the name of an error', async () => {
    const { collector, tracing } = await open(1)
    const secret = 'fan@example.org is unknown'
    const failing = runInRequestContext({ requestId: 'request-1', traceparent: PARENT }, () =>
      inSpan({ name: 'outer', kind: 'consumer', attributes: { attempt: 2 } }, async () => {
        const { requestId, traceparent } = currentRequestContext()
        expect(requestId).toBe('request-1')
        expect(traceparent).toMatch(
          /^00-0af7651916cd43dd8448eb211c80319c-(?!b7ad6b7169203331)[0-9a-f]{16}-01$/,
        )
        await inSpan({ name: 'expected', isFailure: () => false }, () =>
          Promise.reject(new Error(secret)),
        ).catch(() => undefined)
        throw new RangeError(secret)
      }),
    )
    await expect(failing).rejects.toThrow(secret)
    await tracing.close()
    const sent = collector.bodies.join('\n')
    expect(sent).toContain('called-it-workers')
    expect(sent.match(/"traceId":"0af7651916cd43dd8448eb211c80319c"/g)).toHaveLength(2)
    expect(sent).toContain('"parentSpanId":"b7ad6b7169203331"')
    expect(sent.match(/RangeError/g)).toHaveLength(1)
    expect(sent).not.toContain('fan@example.org')
    expect(sent).not.toContain('127.0.0.1')
  })

  test('exports no unsampled span and passes the decision on in the traceparent', async () => {
    const { collector, tracing } = await open(0)
    const seen = await inSpan({ name: 'step' }, async () => currentRequestContext().traceparent)
    await tracing.close()
    expect(seen).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
    expect(collector.bodies).toEqual([])
  })
})
