import type { Span, Tracer, TracingOptions } from './otlp-tracer.ts'
import { currentRequestContext, runInRequestContext } from './request-context.ts'

let tracer: Tracer | null = null

/**
 * Starts to record spans. OpenTelemetry reads the collector's address from its standard variables. Its packages are
 * loaded only here, so a program without a collector does not pay for them.
 */
export async function openTracing(options: TracingOptions): Promise<{ close(): Promise<void> }> {
  const { createOtlpTracer } = await import('./otlp-tracer.ts')
  const opened = createOtlpTracer(options)
  tracer = opened
  return {
    async close() {
      if (tracer === opened) tracer = null
      await opened.close()
    },
  }
}

export function inSpan<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  if (tracer === null) return work()
  const { requestId, traceparent: parent } = currentRequestContext()
  return tracer.record(span, parent, (traceparent) => runInRequestContext({ requestId, traceparent }, work))
}
