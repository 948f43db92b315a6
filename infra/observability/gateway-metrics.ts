import type { ServerEventName } from '@called-it/shared/contract/events'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { describeMetric } from './metrics.ts'
import { SeriesHistogram } from './series-histogram.ts'

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

export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>
export type HttpMetrics = GatewayMetrics['http']
export type RealtimeMetrics = GatewayMetrics['realtime']

export function createGatewayMetrics(registry = new Registry()) {
  return { http: createHttpMetrics(registry), realtime: createRealtimeMetrics(registry) }
}

function createHttpMetrics(registry: Registry) {
  const metric = describeMetric(registry)
  return {
    duration: new SeriesHistogram({
      ...metric(
        'http_request_duration_seconds',
        'Time from a request to the end of its response, by route template and status class',
      ),
      labelNames: ['route', 'method', 'status'],
      buckets: REQUEST_BUCKETS,
    }),
    inFlight: new Gauge(metric('http_requests_in_flight', 'Requests without a complete response')),
    shed: new Counter({
      ...metric(
        'http_requests_shed_total',
        'Requests refused by a rate limit, by load shedding, or because Postgres was unavailable',
      ),
      labelNames: ['reason'],
    }),
    connections: new Gauge(metric('http_connections', 'Open connections, WebSockets included')),
    cut: new Counter({
      ...metric(
        'http_connections_terminated_total',
        'Connections that the gateway closed: slow or invalid requests, clients that do not read, too many',
      ),
      labelNames: ['reason'],
    }),
    loopDelay: new Gauge(
      metric('event_loop_delay_seconds', 'Mean event loop delay over the last half second'),
    ),
  }
}

function createRealtimeMetrics(registry: Registry) {
  const metric = describeMetric(registry)
  /** Messages by event. Plain numbers, since they are counted once per socket write. */
  const sent = new Map<ServerEventName, number>()
  new Counter({
    ...metric('events_sent_total', 'Live events written, counted once per socket'),
    labelNames: ['event'],
    collect() {
      this.reset()
      for (const [event, count] of sent) this.inc({ event }, count)
    },
  })
  return {
    sent,
    sockets: new Gauge({ ...metric('sockets', 'Connected Socket.IO clients'), labelNames: ['kind'] }),
    skipped: new Counter(
      metric(
        'socket_writes_skipped_total',
        'Events not written to a socket because its client reads too slowly',
      ),
    ),
    dropped: new Counter(
      metric(
        'socket_slow_disconnects_total',
        'Sockets disconnected because their client did not read for too long',
      ),
    ),
    lost: new Counter(
      metric('socket_ping_timeouts_total', 'Sockets disconnected because their client returned no pong'),
    ),
    lag: new Histogram({
      ...metric(
        'event_lag_seconds',
        'Time from the commit of a change to the emission of its event, by kind of topic',
      ),
      labelNames: ['topic'],
      buckets: LAG_BUCKETS,
    }),
  }
}
