import { type Context, diag, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'

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

const KINDS = {
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const satisfies Record<NonNullable<Span['kind']>, SpanKind>

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** Exports spans in batches by OTLP over HTTP; drops them while the collector is unreachable. */
export function createOtlpTracer({ program, ratio, log }: TracingOptions): Tracer {
  diag.setLogger({
    error: (message) => log.warn({ reason: message }, 'spans were not exported'),
    warn: (message) => log.warn({ reason: message }, 'OpenTelemetry warning'),
    info: () => undefined,
    debug: () => undefined,
    verbose: () => undefined,
  })
  const provider = new TracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence over this name.
    resource: resourceFromAttributes({ 'service.name': `called-it-${program}` }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('called-it')

  return {
    async record({ name, kind, attributes = {}, isFailure = () => true }, parent, work) {
      const span = tracer.startSpan(
        name,
        { kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind], attributes },
        parentContext(parent),
      )
      const { traceId, spanId, traceFlags } = span.spanContext()
      try {
        return await work(`00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`)
      } catch (error) {
        if (isFailure(error)) {
          span.setStatus({ code: SpanStatusCode.ERROR })
          // The message may name a person; the error's name does not.
          span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
        }
        throw error
      } finally {
        span.end()
      }
    },
    async close() {
      await provider.shutdown()
      diag.disable()
    },
  }
}

/** The context of a remote parent; anything but a `traceparent` starts a trace. */
function parentContext(traceparent: string | null): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  })
}
