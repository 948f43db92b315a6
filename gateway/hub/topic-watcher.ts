import type { TopicVersion } from '@called-it/infra/postgres/queries/live/topic-versions'
import type { Logger } from 'pino'
import { type Clock, systemClock } from './clock.ts'

/** Where a change comes from, as far as is known. What was read in the table has an instant, and no request. */
export type ChangeOrigin = {
  /** Just before the commit, by the database's clock. */
  readonly changedAt?: Date | undefined
  readonly requestId?: string | undefined
  readonly traceparent?: string | undefined
}

/** A version of a topic that is told or read. */
type Heard = TopicVersion & ChangeOrigin

/** Is told that a topic has moved: what was known of it and what is now. */
export type TopicListener = (topic: string, from: number, to: number, origin: ChangeOrigin) => void

/** What this gateway knows of the live topics' versions. They only ever grow. */
export type TopicWatcher = {
  /** True once the versions have been read; before that, nobody can tell what is old. */
  isReady(): boolean
  /** Kept when `isReady` turns true. */
  readonly ready: Promise<void>
  /** The last version known of a topic; 0 where it never changed. */
  versionOf(topic: string): number
  /** Takes in what the bridge tells: fast, but it may miss something. */
  hear(topics: readonly Heard[]): void
  /**
   * Listens to one topic or to all that `which` accepts; returns how to stop. What the very first reading
   * finds is where this gateway starts, and not a change.
   */
  onChange(which: string | ((topic: string) => boolean), listener: TopicListener): () => void
  /** Reads the versions, from a moment after this call; kept also when they cannot be read. */
  readNow(): Promise<void>
  /** Now, in milliseconds since 1970, by the database's clock as it was last read; by our own before that. */
  databaseTime(): number
  stop(): void
}

/** How often the table is read: what a telling that was lost costs. */
const READ_EVERY_MS = 1_000

/**
 * Follows the versions of the live topics by two ways: the bridge, which is fast, and the table in Postgres,
 * which is the truth and is read once a second. While Postgres is away the watcher keeps what it knows.
 *
 * @param readVersions the table; never called while an earlier call is under way
 */
export function watchTopics({
  readVersions,
  log,
  clock = systemClock,
}: {
  readVersions: () => Promise<readonly (Heard & { readAt?: Date })[]>
  log: Logger
  clock?: Clock | undefined
}): TopicWatcher {
  const versions = new Map<string, number>()
  const listeners = new Map<TopicListener, (topic: string) => boolean>()
  const firstReading = Promise.withResolvers<void>()
  /** What our clock lacks of the database's, in milliseconds. */
  let clockOffset = 0
  let isReady = false
  let isReadable = true
  let isStopped = false

  function learn(heard: Heard, isStart: boolean): void {
    const { topic, version } = heard
    const known = versions.get(topic)
    if (version <= (known ?? 0)) return
    versions.set(topic, version)
    if (isStart && known === undefined) return
    for (const [listener, wants] of [...listeners]) {
      if (wants(topic)) notify(listener, heard, known ?? 0)
    }
  }

  function notify(listener: TopicListener, heard: Heard, from: number): void {
    const { topic, version } = heard
    try {
      listener(topic, from, version, heard)
    } catch (error) {
      log.error({ err: error, topic }, 'a change of a topic could not be handled')
    }
  }

  async function read(): Promise<void> {
    try {
      const askedAt = Date.now()
      const rows = await readVersions()
      const readAt = rows[0]?.readAt
      // The table was read half-way between question and answer, about.
      if (readAt) clockOffset = readAt.getTime() - (askedAt + Date.now()) / 2
      for (const row of rows) learn(row, !isReady)
      isReady = true
      firstReading.resolve()
      if (!isReadable) log.info('the topics are followed again')
      isReadable = true
    } catch (error) {
      if (isReadable) log.warn({ err: error }, 'the versions of the topics cannot be read')
      isReadable = false
    }
  }

  let reading: Promise<void> | null = null
  let following: Promise<void> | null = null

  function readNow(): Promise<void> {
    if (isStopped) return Promise.resolve()
    // A reading that is under way may have begun before the change that the caller knows of.
    if (reading) {
      following ??= reading.then(readFollowing)
      return following
    }
    reading = read().finally(() => {
      reading = null
    })
    return reading
  }

  function readFollowing(): Promise<void> {
    following = null
    return readNow()
  }

  const stopReading = clock.every(READ_EVERY_MS, () => {
    if (!reading) void readNow()
  })
  void readNow()
  return {
    isReady: () => isReady,
    ready: firstReading.promise,
    versionOf: (topic) => versions.get(topic) ?? 0,
    hear: (topics) => {
      for (const topic of topics) learn(topic, false)
    },
    onChange(which, listener) {
      const own: TopicListener = (topic, from, to, origin) => listener(topic, from, to, origin)
      listeners.set(own, typeof which === 'string' ? (topic) => topic === which : which)
      return () => listeners.delete(own)
    },
    readNow,
    databaseTime: () => Date.now() + clockOffset,
    stop() {
      isStopped = true
      stopReading()
    },
  }
}
