import { AsyncLocalStorage } from 'node:async_hooks'

/** What the work at hand goes back to. It names a request and a trace, never a person. */
export type Trail = {
  /** The request that asked for it; null where none did. */
  readonly requestId: string | null
  /** The span that it belongs to, as a W3C `traceparent`; null where nothing is traced. */
  readonly traceparent: string | null
}

/** Of work that nobody asked for and nobody traces. */
export const NO_TRAIL: Trail = { requestId: null, traceparent: null }

/**
 * The trail follows the work by itself: as an argument it would stand in the signature of every service, query,
 * handler and log line between a call and its event, which have no business with it. Where the work changes the
 * process it travels as data: a row of the outbox, a job, a message to the gateways.
 */
const storage = new AsyncLocalStorage<Trail>()

/** The trail of the work that asks. */
export function currentTrail(): Trail {
  return storage.getStore() ?? NO_TRAIL
}

/** Does work, and all that it leads to in this process, on a trail. */
export function followTrail<Answer>(trail: Trail, work: () => Answer): Answer {
  return storage.run(trail, work)
}

/** What a trail adds to a log line; a field that the line has itself stands. */
export function trailFields(): { request?: string; trace?: string } {
  const { requestId, traceparent } = currentTrail()
  return {
    ...(requestId !== null && { request: requestId }),
    ...(traceparent !== null && { trace: traceparent.split('-')[1] ?? '' }),
  }
}
