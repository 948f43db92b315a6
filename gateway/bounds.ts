/** What a gateway takes on before it turns calls away. Each is a bound of one process. */
export type LoadBounds = {
  /** Calls that are being carried out. */
  readonly callsUnderWay: number
  /** How long a query waits for a connection to Postgres; a call takes one a few times. */
  readonly postgresWaitMs: number
  /** How many must wait for that to count: fewer are gone in a moment. */
  readonly postgresLine: number
  /** How late the event loop comes to what is due, over the last half second. */
  readonly loopDelayMs: number
  /** The share of the bounds at which a call is turned away, by what is lost with it. */
  readonly share: {
    /** What fans read: the page has its last copy, and asks again. */
    readonly read: number
    /** What fans change: their picks, before the show locks. */
    readonly change: number
    /** Few, and what an evening hangs on. */
    readonly admin: number
  }
}

/** How long the gateway waits for clients, and for how many. */
export type ClientBounds = {
  /** For the headers of a request, and for all of it. */
  readonly headersMs: number
  readonly requestMs: number
  /** How often it looks for those who took longer. */
  readonly lookEveryMs: number
  /** For the next request of a connection. */
  readonly keepAliveMs: number
  /** For a client to read on, in the middle of an answer. */
  readonly readingMs: number
  /** Open connections, sockets included; those beyond are closed at once. */
  readonly connections: number
  /** The connections that sockets leave to HTTP requests. */
  readonly httpConnections: number
  /** Live connections at once of those from one network who are not logged in. */
  readonly visitorsOfNetwork: number
  /** A live connection is asked so often whether its client is still there, and ends when it does not answer in time. */
  readonly pingEveryMs: number
  readonly pongWithinMs: number
}

export type Bounds = { readonly load: LoadBounds; readonly clients: ClientBounds }

/** The bounds of every gateway. What is measured of them is in docs/reliability.md. */
export const BOUNDS: Bounds = {
  load: {
    // For memory: what waits for Postgres, or for a core to hash on, has a shorter line of its own.
    callsUnderWay: 400,
    // A save takes a connection four times: a quarter of a second.
    postgresWaitMs: 60,
    // Twice the connections of a pool.
    postgresLine: 20,
    // What a burst costs passes by itself; this is a loop that stands.
    loopDelayMs: 1_000,
    share: { read: 0.8, change: 1, admin: 1.5 },
  },
  clients: {
    headersMs: 10_000,
    requestMs: 30_000,
    lookEveryMs: 1_000,
    // Longer than the proxy's, so that it never sends a request into a connection that is being closed.
    keepAliveMs: 65_000,
    readingMs: 120_000,
    connections: 22_000,
    httpConnections: 2_000,
    // A venue is one address, and one in five of twenty thousand may have the page open without being logged in.
    visitorsOfNetwork: 4_000,
    pingEveryMs: 25_000,
    pongWithinMs: 20_000,
  },
}
