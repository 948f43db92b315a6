import type { Logger } from 'pino'
import { currentTrail, followTrail } from './trail.ts'

/** A step of the work that takes time of its own. Names and attributes hold no addresses, tokens or bodies. */
export type Span = {
  /** Of few values: the template of a route, never a path. */
  readonly name: string
  readonly kind?: 'server' | 'producer' | 'consumer'
  readonly attributes?: Readonly<Record<string, string | number | boolean>>
  /** Whether what the work threw is a failure of ours; absent: always. */
  readonly isFailure?: (error: unknown) => boolean
}

/** Records spans and hands them to a collector. */
export type Tracer = {
  /**
   * Does work within a span.
   *
   * @param parent the `traceparent` of the span that it belongs to; null where it begins a trace
   * @param work told the `traceparent` of its own span
   */
  record<Answer>(
    span: Span,
    parent: string | null,
    work: (traceparent: string) => Promise<Answer>,
  ): Promise<Answer>
  /** Hands over what is left. */
  close(): Promise<void>
}

export type TracingOptions = {
  /** The name of the program, which the collector shows as the service `called-it-<program>`. */
  readonly program: string
  /** How much of what begins here is recorded, from 0 to 1; what goes on from elsewhere follows its beginning. */
  readonly ratio: number
  readonly log: Logger
}

/** One for the process, as the collector that the standard variables name is. */
let tracer: Tracer | null = null

/**
 * Begins to record spans, and answers with how to end it. The collector's address and everything else are read
 * by the packages from their standard variables. They are loaded here and not before: who names no collector does
 * not pay for them.
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

/** Does work within a span, which is the parent of those that the work leads to. Costs a look where none are recorded. */
export function inSpan<Answer>(span: Span, work: () => Promise<Answer>): Promise<Answer> {
  if (tracer === null) return work()
  const { requestId, traceparent: parent } = currentTrail()
  return tracer.record(span, parent, (traceparent) => followTrail({ requestId, traceparent }, work))
}
