import type { Logger } from 'pino'
import { currentRequestContext, runInRequestContext } from './request-context.ts'

/** Names and attributes hold no addresses, tokens or bodies. */
export type Span = {
  /** One of few values: the template of a route, never a path. */
  readonly name: string
  readonly kind?: 'server' | 'producer' | 'consumer'
  readonly attributes?: Readonly<Record<string, string | number | boolean>>
  /** Whether an error counts as a failure of the span; absent: always. */
  readonly isFailure?: (error: unknown) => boolean
}

export type Tracer = {
  /**
   * @param parent the `traceparent` of the parent span; null starts a trace
   * @param work receives the `traceparent` of its own span
   */
  record<Result>(
    span: Span,
    parent: string | null,
    work: (traceparent: string) => Promise<Result>,
  ): Promise<Result>
  close(): Promise<void>
}

export type TracingOptions = {
  /** The collector shows it as the service `called-it-<program>`. */
  readonly program: string
  /** The sampled share of the traces that start here, from 0 to 1; others follow their parent's decision. */
  readonly ratio: number
  readonly log: Logger
}

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
