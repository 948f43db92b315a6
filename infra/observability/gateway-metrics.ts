import type { LiveEventName } from '@called-it/shared/contract/live'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { METRIC_PREFIX } from './metrics.ts'

/** Seconds; cached responses are in the first bucket, the longest wait for a run in the last. */
const REQUEST_BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 20]
/** Seconds; bursts are coalesced for 0.06, and lost messages are recovered from Postgres after 1. */
const LAG_BUCKETS = [0.05, 0.1, 0.15, 0.25, 0.5, 1, 1.5, 3, 10, 60]

/** `busy`: too many password hashes or uploads wait. The last three are load limits (gateway/overload/limits.ts). */
export type ShedReason =
  | 'rate_limit'
  | 'busy'
  | 'postgres_unavailable'
  | 'postgres_busy'
  | 'event_loop'
  | 'requests'
export type CutReason = 'too_slow' | 'unreadable' | 'not_reading' | 'too_many'
export type SocketKind = 'visitor' | 'fan' | 'admin'

type ResponseLabel = 'route' | 'method' | 'status'

export type HttpMetrics = {
  readonly duration: Histogram<ResponseLabel>
  readonly inFlight: Gauge
  readonly shed: Counter<'reason'>
  readonly connections: Gauge
  readonly cut: Counter<'reason'>
  readonly loopDelay: Gauge
}

export type RealtimeMetrics = {
  readonly sockets: Gauge<'kind'>
  /** Messages by event. Plain numbers, since they are counted once per socket write. */
  readonly sent: Map<LiveEventName, number>
  readonly skipped: Counter
  readonly dropped: Counter
  readonly lost: Counter
  readonly lag: Histogram<'topic'>
}

export type GatewayMetrics = { readonly http: HttpMetrics; readonly realtime: RealtimeMetrics }

export function createGatewayMetrics(registry = new Registry()): GatewayMetrics {
  return { http: createHttpMetrics(registry), realtime: createRealtimeMetrics(registry) }
}

function createHttpMetrics(registry: Registry): HttpMetrics {
  const registers = [registry]
  return {
    duration: new Histogram<ResponseLabel>({
      name: `${METRIC_PREFIX}http_request_duration_seconds`,
      help: 'Time from a request to the end of its response, by route template and status class',
      labelNames: ['route', 'method', 'status'],
      buckets: REQUEST_BUCKETS,
      registers,
    }),
    inFlight: new Gauge({
      name: `${METRIC_PREFIX}http_requests_in_flight`,
      help: 'Requests without a complete response',
      registers,
    }),
    shed: new Counter({
      name: `${METRIC_PREFIX}http_requests_shed_total`,
      help: 'Requests refused by a rate limit, by load shedding, or because Postgres was unavailable',
      labelNames: ['reason'],
      registers,
    }),
    connections: new Gauge({
      name: `${METRIC_PREFIX}http_connections`,
      help: 'Open connections, WebSockets included',
      registers,
    }),
    cut: new Counter({
      name: `${METRIC_PREFIX}http_connections_terminated_total`,
      help: 'Connections that the gateway closed: slow or invalid requests, clients that do not read, too many',
      labelNames: ['reason'],
      registers,
    }),
    loopDelay: new Gauge({
      name: `${METRIC_PREFIX}event_loop_delay_seconds`,
      help: 'Mean event loop delay over the last half second',
      registers,
    }),
  }
}

function createRealtimeMetrics(registry: Registry): RealtimeMetrics {
  const registers = [registry]
  const sent: RealtimeMetrics['sent'] = new Map()
  new Counter({
    name: `${METRIC_PREFIX}events_sent_total`,
    help: 'Live events written, counted once per socket',
    labelNames: ['event'],
    registers,
    collect() {
      this.reset()
      for (const [event, count] of sent) this.inc({ event }, count)
    },
  })
  return {
    sent,
    sockets: new Gauge({
      name: `${METRIC_PREFIX}sockets`,
      help: 'Connected Socket.IO clients',
      labelNames: ['kind'],
      registers,
    }),
    skipped: new Counter({
      name: `${METRIC_PREFIX}socket_writes_skipped_total`,
      help: 'Events not written to a socket because its client reads too slowly',
      registers,
    }),
    dropped: new Counter({
      name: `${METRIC_PREFIX}socket_slow_disconnects_total`,
      help: 'Sockets disconnected because their client did not read for too long',
      registers,
    }),
    lost: new Counter({
      name: `${METRIC_PREFIX}socket_ping_timeouts_total`,
      help: 'Sockets disconnected because their client returned no pong',
      registers,
    }),
    lag: new Histogram({
      name: `${METRIC_PREFIX}event_lag_seconds`,
      help: 'Time from the commit of a change to the emission of its event, by kind of topic',
      labelNames: ['topic'],
      buckets: LAG_BUCKETS,
      registers,
    }),
  }
}
