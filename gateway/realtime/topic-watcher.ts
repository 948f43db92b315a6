import { LATELY_MS, type TopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import type { Logger } from 'pino'
import { type Clock, systemClock } from './clock.ts'

/** A version with the time just before its commit, by the database's clock, where that is known. */
type ReceivedVersion = TopicVersion & { readonly changedAt?: Date | undefined }

export type TopicListener = (topic: string, from: number, to: number, changedAt: Date | undefined) => void

/** The versions of the live topics as this gateway knows them. They only grow. */
export type TopicWatcher = {
  /** True once the versions have been read: before that, nothing can be recognised as outdated. */
  isReady(): boolean
  /** Resolves when `isReady` becomes true. */
  readonly ready: Promise<void>
  /** The last known version of a topic; 0 if it never changed. */
  versionOf(topic: string): number
  /** Of the versions of all shows: it grows with each change of any. */
  sumOfShows(): number
  /** Takes versions from the event subscriber: fast, but some may be missing. */
  receive(versions: readonly ReceivedVersion[]): void
  /**
   * Listens to one topic or to all that `which` accepts; returns how to stop. The versions of the first read are
   * where this gateway starts, not changes.
   */
  onChange(which: string | ((topic: string) => boolean), listener: TopicListener): () => void
  /** Reads the versions as of a moment after this call; resolves even if they cannot be read. */
  readNow(): Promise<void>
  /** The current time in Unix milliseconds by the database's clock; by the local one before the first read. */
  databaseTime(): number
  stop(): void
}

const SHOW_PREFIX = 'show:'
/** The delay of a change whose event was lost. */
const READ_INTERVAL_MS = 1_000
/** A read of 5,000 leagues takes 10 ms of work; half of {@link LATELY_MS}, for a commit long after its change. */
const COMPLETE_READ_INTERVAL_MS = LATELY_MS / 2

/**
 * Follows the versions of the live topics through events, which are fast, and through the table in Postgres, which is
 * authoritative and read once a second: what has changed lately, and all of it twice a minute. While Postgres is away
 * the watcher keeps what it knows.
 *
 * @param readVersions reads the table, or of it what has changed lately; calls never overlap
 */
export function watchTopics({
  readVersions,
  log,
  clock = systemClock,
}: {
  readVersions: (which: 'all' | 'lately') => Promise<readonly (ReceivedVersion & { readAt?: Date })[]>
  log: Logger
  clock?: Clock | undefined
}): TopicWatcher {
  const versions = new Map<string, number>()
  let sumOfShows = 0
  const listeners = new Map<TopicListener, (topic: string) => boolean>()
  const firstRead = Promise.withResolvers<void>()
  /** The database's clock minus the local one, in milliseconds. */
  let clockOffset = 0
  let completeAt = Number.NEGATIVE_INFINITY
  let isReady = false
  let isReadable = true
  let isStopped = false

  function update(received: ReceivedVersion, isStart: boolean): void {
    const { topic, version } = received
    const known = versions.get(topic)
    if (version <= (known ?? 0)) return
    versions.set(topic, version)
    if (topic.startsWith(SHOW_PREFIX)) sumOfShows += version - (known ?? 0)
    if (isStart && known === undefined) return
    for (const [listener, accepts] of [...listeners]) {
      if (accepts(topic)) notify(listener, received, known ?? 0)
    }
  }

  function notify(
    listener: TopicListener,
    { topic, version, changedAt }: ReceivedVersion,
    from: number,
  ): void {
    try {
      listener(topic, from, version, changedAt)
    } catch (error) {
      log.error({ err: error, topic }, 'a change of a topic could not be handled')
    }
  }

  async function read(): Promise<void> {
    try {
      const startedAt = Date.now()
      const now = clock.now()
      const isComplete = now - completeAt >= COMPLETE_READ_INTERVAL_MS
      const rows = await readVersions(isComplete ? 'all' : 'lately')
      if (isComplete) completeAt = now
      const readAt = rows[0]?.readAt
      // Assumes that the table was read half-way between request and response.
      if (readAt) clockOffset = readAt.getTime() - (startedAt + Date.now()) / 2
      for (const row of rows) update(row, !isReady)
      isReady = true
      firstRead.resolve()
      if (!isReadable) log.info('the versions of the topics can be read again')
      isReadable = true
    } catch (error) {
      if (isReadable) log.warn({ err: error }, 'the versions of the topics cannot be read')
      isReadable = false
    }
  }

  let current: Promise<void> | null = null
  let next: Promise<void> | null = null

  function readNow(): Promise<void> {
    if (isStopped) return Promise.resolve()
    // A running read may have started before the change that the caller knows of.
    if (current) {
      next ??= current.then(readNext)
      return next
    }
    current = read().finally(() => {
      current = null
    })
    return current
  }

  function readNext(): Promise<void> {
    next = null
    return readNow()
  }

  const stopReading = clock.every(READ_INTERVAL_MS, () => {
    if (!current) void readNow()
  })
  void readNow()
  return {
    isReady: () => isReady,
    ready: firstRead.promise,
    versionOf: (topic) => versions.get(topic) ?? 0,
    sumOfShows: () => sumOfShows,
    receive: (received) => {
      for (const version of received) update(version, false)
    },
    onChange(which, listener) {
      // A wrapper of its own, so that one listener can be registered twice.
      const registered: TopicListener = (...change) => listener(...change)
      listeners.set(registered, typeof which === 'string' ? (topic) => topic === which : which)
      return () => listeners.delete(registered)
    },
    readNow,
    databaseTime: () => Date.now() + clockOffset,
    stop() {
      isStopped = true
      stopReading()
    },
  }
}
