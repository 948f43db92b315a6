/**
 * `failed`: no response, or one that says that it is broken. `null`: it was not asked. A pause after too many requests is
 * the wish of the host or of one device only.
 */
export type HostAnswer =
  | 'answered'
  | 'failed'
  | { readonly pauseMs: number; readonly isPerhapsOfDevice: boolean }
  | null

export type Leave = (answer: HostAnswer) => void

export type HostGate = ReturnType<typeof createHostGate>

/** They may change. */
type HostLimits = {
  /** Requests in flight to one host. */
  readonly perHost: number
  /** Hosts that are asked for the first time, or again after failures, at once. */
  readonly unproven: number
}

const MAX_FAILURES = 5
/** So many wishes for a pause in a row are the host's. */
const MAX_WISHES = 3
/** A failure so long after the one before is the first again. */
const FAILURES_WITHIN_MS = 30_000
const FIRST_OPENING_MS = 30_000
const MAX_OPENING_MS = 600_000

type Host = {
  inFlight: number
  /** It has responded since it was last given up. */
  isProven: boolean
  /** Since its last response. */
  failures: number
  /** For pauses, perhaps of devices, since the host last took a message. */
  wishes: number
  failedAt: number
  /** The breaker has opened so often in a row. */
  openings: number
  /** Nothing is sent before. */
  closedUntil: number
}

/**
 * Decides which hosts are asked now, so that none makes the others wait: one request at a time to a host that has not
 * responded yet, few such hosts at once, and none for a while to one that fails or wants a pause.
 *
 * @param now in ms
 */
export function createHostGate(limits: HostLimits, now: () => number) {
  const hosts = new Map<string, Host>()
  let unprovenInFlight = 0

  function hostOf(name: string): Host {
    const host = hosts.get(name) ?? {
      inFlight: 0,
      isProven: false,
      failures: 0,
      wishes: 0,
      failedAt: Number.NEGATIVE_INFINITY,
      openings: 0,
      closedUntil: Number.NEGATIVE_INFINITY,
    }
    hosts.set(name, host)
    return host
  }

  function settle(host: Host, answer: Exclude<HostAnswer, null>): void {
    // What was in flight when the breaker opened.
    if (host.closedUntil > now()) return
    if (answer !== 'failed') {
      host.isProven = true
      host.failures = 0
      host.openings = 0
      host.wishes = answer === 'answered' ? 0 : host.wishes + 1
      if (answer === 'answered' || (answer.isPerhapsOfDevice && host.wishes < MAX_WISHES)) return
      host.closedUntil = now() + answer.pauseMs
      return
    }
    host.failures = now() - host.failedAt > FAILURES_WITHIN_MS ? 1 : host.failures + 1
    host.failedAt = now()
    if (host.openings === 0 && host.failures < MAX_FAILURES) return
    host.closedUntil = now() + Math.min(FIRST_OPENING_MS * 2 ** host.openings, MAX_OPENING_MS)
    host.openings += 1
    host.failures = 0
    host.isProven = false
  }

  return {
    /** Null: not now. */
    enter(name: string): Leave | null {
      const host = hostOf(name)
      if (host.closedUntil > now() || host.inFlight >= (host.isProven ? limits.perHost : 1)) return null
      const isProbe = !host.isProven
      if (isProbe && unprovenInFlight >= limits.unproven) return null
      host.inFlight += 1
      if (isProbe) unprovenInFlight += 1
      return (answer) => {
        host.inFlight -= 1
        if (isProbe) unprovenInFlight -= 1
        if (answer !== null) settle(host, answer)
      }
    },
    /** Ms until requests may be sent; 0 while none is refused for its failures or by its wish. */
    closedMs: (name: string) => Math.max(0, (hosts.get(name)?.closedUntil ?? 0) - now()),
    /** Whether requests of any number wait for others only, not for the host to respond at all. */
    isProven: (name: string) => hosts.get(name)?.isProven ?? false,
    hasRoomForUnproven: () => unprovenInFlight < limits.unproven,
    /** It has responded to somebody else. */
    prove(name: string): void {
      hostOf(name).isProven = true
    },
    listProven: () => [...hosts].filter(([, host]) => host.isProven).map(([name]) => name),
    listClosed: () => [...hosts].filter(([, host]) => host.closedUntil > now()).map(([name]) => name),
    /** Hosts that take no request now. */
    listBusyUnproven: () =>
      [...hosts].filter(([, host]) => !host.isProven && host.inFlight > 0).map(([name]) => name),
  }
}
