import type { LiveEventName } from '@called-it/shared/contract/live'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { METRIC_PREFIX } from './metrics.ts'

/** Seconds; an answer from memory is the first bucket, the longest wait for a run the last. */
const CALL_BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 20]
/** Seconds; the window that gathers a burst is 0.06, the look at Postgres that mends a loss 1. */
const LAG_BUCKETS = [0.05, 0.1, 0.15, 0.25, 0.5, 1, 1.5, 3, 10, 60]

/** Why a call was turned away before it was carried out. */
export type ShedReason = 'busy' | 'rate_limit' | 'postgres_away'
export type SocketKind = 'visitor' | 'fan' | 'admin'

/** What the gateway counts of the calls. */
export type HttpMetrics = {
  readonly duration: Histogram<'route' | 'method' | 'status'>
  readonly inFlight: Gauge
  readonly shed: Counter<'reason'>
}

/** What the gateway counts of the live connections. */
export type HubMetrics = {
  readonly sockets: Gauge<'kind'>
  /** Messages by event. Plain numbers: they are counted while thousands of sockets are written to. */
  readonly sent: Map<LiveEventName, number>
  readonly skipped: Counter
  readonly dropped: Counter
  readonly lag: Histogram<'topic'>
}

export type GatewayMetrics = { readonly http: HttpMetrics; readonly hub: HubMetrics }

/** Declares the gateway's own figures. Absent a registry they are counted, and nobody reads them. */
export function createGatewayMetrics(registry = new Registry()): GatewayMetrics {
  return { http: createHttpMetrics(registry), hub: createHubMetrics(registry) }
}

function createHttpMetrics(registry: Registry): HttpMetrics {
  const registers = [registry]
  return {
    duration: new Histogram({
      name: `${METRIC_PREFIX}http_request_duration_seconds`,
      help: 'Time from a request to the end of its answer, by the template of its route and the class of its status',
      labelNames: ['route', 'method', 'status'],
      buckets: CALL_BUCKETS,
      registers,
    }),
    inFlight: new Gauge({
      name: `${METRIC_PREFIX}http_requests_in_flight`,
      help: 'Requests that have no whole answer yet',
      registers,
    }),
    shed: new Counter({
      name: `${METRIC_PREFIX}http_shed_total`,
      help: 'Calls that were turned away: by a rate limit, since too many waited, or since Postgres was away',
      labelNames: ['reason'],
      registers,
    }),
  }
}

function createHubMetrics(registry: Registry): HubMetrics {
  const registers = [registry]
  const sent: HubMetrics['sent'] = new Map()
  new Counter({
    name: `${METRIC_PREFIX}events_sent_total`,
    help: 'Live events that were written to sockets, one for each socket',
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
      help: 'Live connections',
      labelNames: ['kind'],
      registers,
    }),
    skipped: new Counter({
      name: `${METRIC_PREFIX}sockets_skipped_total`,
      help: 'Times that a socket was passed over because its client reads too slowly',
      registers,
    }),
    dropped: new Counter({
      name: `${METRIC_PREFIX}sockets_dropped_total`,
      help: 'Sockets that were cut off because their client did not read for too long',
      registers,
    }),
    lag: new Histogram({
      name: `${METRIC_PREFIX}event_lag_seconds`,
      help: 'Time from the commit of a change to its event leaving for the sockets, by the kind of topic',
      labelNames: ['topic'],
      buckets: LAG_BUCKETS,
      registers,
    }),
  }
}
