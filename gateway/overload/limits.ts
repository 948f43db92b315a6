import { PAGE_PATIENCE_MS } from '../pages/page-patience.ts'

/** When one gateway sheds requests. */
export type LoadLimits = {
  /** From the first request on, in which only the number of pending requests counts. */
  readonly warmUpMs: number
  /** Requests whose handlers run, and those that wait for one to end. */
  readonly runningRequests: number
  readonly pendingRequests: number
  /** How long a query waits for a connection to Postgres; a request needs one a few times. */
  readonly poolWaitMs: number
  /** The wait counts from this number of pending queries on: fewer are gone in a moment. */
  readonly pendingQueries: number
  /** The mean delay of the event loop over half a second. */
  readonly eventLoopDelayMs: number
  /** The share of the limits at which a request is shed, by its priority. */
  readonly share: {
    /** Reads: the page keeps its last copy and asks again. */
    readonly read: number
    /** Changes by users: their picks, before the show locks. */
    readonly change: number
    /** Requests of admins and taps of live operators: few, and the evening depends on them. */
    readonly admin: number
  }
}

/** How long one gateway waits for clients, and for how many. */
export type ClientLimits = {
  readonly headersMs: number
  readonly requestMs: number
  /** For the body of an upload, from when its turn has come. */
  readonly uploadMs: number
  /** How often requests are checked for these two. */
  readonly checkEveryMs: number
  readonly keepAliveMs: number
  /** For a client to go on reading a response. */
  readonly readingMs: number
  /** Open connections, sockets included; those beyond are closed at once. */
  readonly connections: number
  readonly httpConnections: number
  /** Sockets at once from one network that are not logged in. */
  readonly visitorsOfNetwork: number
  /** Sockets at once of one session and of one user; the oldest beyond are ended. */
  readonly socketsOfSession: number
  readonly socketsOfUser: number
  readonly pingEveryMs: number
  readonly pongWithinMs: number
}

export type Limits = {
  readonly load: LoadLimits
  readonly clients: ClientLimits
  /** How long a page waits for what its head says of it. */
  readonly headMs: number
}

/** The limits of each gateway. docs/performance.md has what was measured with them. */
export const LIMITS: Limits = {
  headMs: PAGE_PATIENCE_MS,
  load: {
    // Until its code is compiled and the connections to Postgres are open, a gateway is slower than its load.
    warmUpMs: 10_000,
    // For memory: passwords, images and queries have shorter queues of their own.
    runningRequests: 200,
    pendingRequests: 200,
    // A save takes a connection four times: a quarter of a second.
    poolWaitMs: 60,
    // Twice the connections of a pool.
    pendingQueries: 20,
    // A burst passes by itself; this is an event loop that is blocked.
    eventLoopDelayMs: 1_000,
    share: { read: 0.8, change: 1, admin: 1.5 },
  },
  clients: {
    headersMs: 10_000,
    requestMs: 30_000,
    uploadMs: 10_000,
    checkEveryMs: 1_000,
    // Longer than the proxy's, so that the proxy never sends a request into a connection that is being closed.
    keepAliveMs: 65_000,
    readingMs: 120_000,
    connections: 22_000,
    httpConnections: 2_000,
    // A venue is one address, and one in five of 20,000 may have the page open without being logged in.
    visitorsOfNetwork: 4_000,
    socketsOfSession: 20,
    socketsOfUser: 50,
    pingEveryMs: 25_000,
    pongWithinMs: 20_000,
  },
}
