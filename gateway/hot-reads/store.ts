import type { EndpointName } from '@called-it/shared/contract/endpoints'
import type { TopicWatcher } from '../hub/topic-watcher.ts'
import type { HotRead } from './hot-read.ts'
import { type PreparedAnswer, prepareAnswer } from './prepared-answer.ts'
import type { FindHotRead } from './table.ts'

/** Bounds what a change that no topic tells of costs: one made past the app, by hand in the database. */
const LONGEST_KEPT_MS = 60_000

/** The answers of the hot reads, each kept for as long as it is true. */
export type HotStore = {
  /** The entry of an address, with its query; null where the address is no hot read. */
  find(address: string): HotEntry | null
  close(): void
}

export type HotEntry = {
  readonly call: EndpointName
  /** The answer where it is known to be true now; null where it has to be read. */
  kept(): PreparedAnswer | null
  /**
   * The answer as it is at some moment after this call; read once for all who wait.
   *
   * @throws what the read throws, a CallError for one
   */
  renew(): Promise<PreparedAnswer>
}

/**
 * Keeps an answer until a topic that moves it has changed, time has, or it is a minute old. A change counts from
 * when the gateway hears of it: of its own ones before their calls are answered, of others' within milliseconds.
 *
 * @param isCurrent whether changes are heard as they happen; nothing is taken from the store while they are not
 */
export function openHotStore({
  find,
  watcher,
  isCurrent,
}: {
  find: FindHotRead
  watcher: Pick<TopicWatcher, 'onChange' | 'databaseTime'>
  isCurrent: () => boolean
}): HotStore {
  const entries = new Map<string, HotEntry & { move(topic: string): void }>()

  function open(address: string): HotEntry | null {
    const read = find(address)
    if (!read) return null
    // What cannot be read, a tour that there is not for one, takes no room.
    const forget = () => entries.delete(address)
    const entry = openEntry(read, { watcher, isCurrent, forget })
    entries.set(address, entry)
    return entry
  }

  const close = watcher.onChange(
    () => true,
    (topic) => {
      for (const entry of entries.values()) entry.move(topic)
    },
  )
  return { find: (address) => entries.get(address) ?? open(address), close }
}

function openEntry(
  read: HotRead,
  {
    watcher,
    isCurrent,
    forget,
  }: { watcher: Pick<TopicWatcher, 'databaseTime'>; isCurrent: () => boolean; forget: () => void },
): HotEntry & { move(topic: string): void } {
  let moves = 0
  let held: { answer: PreparedAnswer; moves: number; until: number } | null = null
  let reading: Promise<PreparedAnswer> | null = null
  let following: Promise<PreparedAnswer> | null = null

  async function readAnswer(): Promise<PreparedAnswer> {
    const begunAt = { moves, time: watcher.databaseTime() }
    const { body, changesAt } = await read.read()
    const answer = await prepareAnswer(body)
    const until = Math.min(begunAt.time + LONGEST_KEPT_MS, changesAt?.getTime() ?? Number.POSITIVE_INFINITY)
    held = { answer, moves: begunAt.moves, until }
    return answer
  }

  function begin(): Promise<PreparedAnswer> {
    following = null
    reading = readAnswer().finally(() => {
      reading = null
    })
    reading.catch(forget)
    return reading
  }

  return {
    call: read.call,
    move(topic) {
      if (read.isMovedBy(topic)) moves += 1
    },
    kept() {
      const isTrue =
        held !== null && held.moves === moves && watcher.databaseTime() < held.until && isCurrent()
      return isTrue && held ? held.answer : null
    },
    renew() {
      if (!reading) return begin()
      // The one under way may have read before the change that the caller knows of.
      following ??= reading.then(begin, begin)
      return following
    },
  }
}
