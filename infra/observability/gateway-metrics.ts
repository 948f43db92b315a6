import type { LiveEventName } from '@called-it/shared/contract/live'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { METRIC_PREFIX } from './metrics.ts'
import { type ObservedOften, observeOften } from './observed-often.ts'

/** Seconds; an answer from memory is the first bucket, the longest wait for a run the last. */
const CALL_BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 20]
/** Seconds; the window that gathers a burst is 0.06, the look at Postgres that mends a loss 1. */
const LAG_BUCKETS = [0.05, 0.1, 0.15, 0.25, 0.5, 1, 1.5, 3, 10, 60]

/**
 * Why a call was turned away before it was carried out: its caller asked too often; too many waited for a core to hash
 * passwords on; Postgres was away; or the gateway was beyond one of its bounds (gateway/bounds.ts).
 */
export type ShedReason = 'rate_limit' | 'busy' | 'postgres_away' | 'postgres_busy' | 'event_loop' | 'calls'
/** Why a connection was cut off. */
export type CutReason = 'too_slow' | 'unreadable' | 'not_reading' | 'too_many'
export type SocketKind = 'visitor' | 'fan' | 'admin'

type AnswerLabel = 'route' | 'method' | 'status'

/** What the gateway counts of the calls. */
export type HttpMetrics = {
  readonly duration: Histogram<AnswerLabel>
  /** The durations of hot reads, whether their answer was kept or had to be read. */
  readonly hotDuration: Pick<ObservedOften<AnswerLabel>, 'series'>
  readonly inFlight: Gauge
  readonly shed: Counter<'reason'>
  readonly connections: Gauge
  readonly cut: Counter<'reason'>
  readonly loopDelay: Gauge
}

/** What the gateway counts of the live connections. */
export type HubMetrics = {
  readonly sockets: Gauge<'kind'>
  /** Messages by event. Plain numbers: they are counted while thousands of sockets are written to. */
  readonly sent: Map<LiveEventName, number>
  readonly skipped: Counter
  readonly dropped: Counter
  readonly lost: Counter
  readonly lag: Histogram<'topic'>
}

export type GatewayMetrics = { readonly http: HttpMetrics; readonly hub: HubMetrics }

/** Declares the gateway's own figures. Absent a registry they are counted, and nobody reads them. */
export function createGatewayMetrics(registry = new Registry()): GatewayMetrics {
  return { http: createHttpMetrics(registry), hub: createHubMetrics(registry) }
}

function createHttpMetrics(registry: Registry): HttpMetrics {
  const registers = [registry]
  const duration = new Histogram<AnswerLabel>({
    name: `${METRIC_PREFIX}http_request_duration_seconds`,
    help: 'Time from a request to the end of its answer, by the template of its route and the class of its status',
    labelNames: ['route', 'method', 'status'],
    buckets: CALL_BUCKETS,
    registers,
    collect: () => hotDuration.handOver(),
  })
  const hotDuration: ObservedOften<AnswerLabel> = observeOften(duration)
  return {
    duration,
    hotDuration,
    inFlight: new Gauge({
      name: `${METRIC_PREFIX}http_requests_in_flight`,
      help: 'Requests that have no whole answer yet',
      registers,
    }),
    shed: new Counter({
      name: `${METRIC_PREFIX}http_shed_total`,
      help: 'Calls that were turned away: by a rate limit, since too much waited already, or since Postgres was away',
      labelNames: ['reason'],
      registers,
    }),
    connections: new Gauge({
      name: `${METRIC_PREFIX}http_connections`,
      help: 'Open connections, the live ones among them',
      registers,
    }),
    cut: new Counter({
      name: `${METRIC_PREFIX}http_connections_cut_total`,
      help: 'Connections that were cut off: their client was too slow, unreadable, did not read, or one too many',
      labelNames: ['reason'],
      registers,
    }),
    loopDelay: new Gauge({
      name: `${METRIC_PREFIX}event_loop_delay_seconds`,
      help: 'How late the event loop came to what was due, on average over the last half second',
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
    lost: new Counter({
      name: `${METRIC_PREFIX}sockets_lost_total`,
      help: 'Sockets that ended since their client answered no ping: it has vanished without a word',
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
