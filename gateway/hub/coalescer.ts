import type { Logger } from 'pino'

/** Gathers what moves until it is worked off. */
export type Coalescer = {
  /** Says that a topic has moved. */
  mark(topic: string): void
  /** Starts nothing more; resolves when the work that is under way has ended. */
  stop(): Promise<void>
}

/** Long enough to make one event of a burst, far below what a fan notices. */
const WINDOW_MS = 60
/** Before work that failed, mostly because Postgres is away, is tried again. */
const RETRY_MS = 1_000

/**
 * Works topics off a moment after they moved, however often they moved meanwhile. Each topic is worked on by
 * one call at a time: one that moves during its work is taken up again, and work that fails is repeated.
 */
export function openCoalescer({
  work,
  log,
}: {
  work: (topic: string) => Promise<void>
  log: Logger
}): Coalescer {
  const marked = new Set<string>()
  const underWay = new Map<string, Promise<void>>()
  const failed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function mark(topic: string): void {
    if (isStopped) return
    marked.add(topic)
    if (!underWay.has(topic)) timer ??= setTimeout(workOff, WINDOW_MS).unref()
  }

  function workOff(): void {
    timer = undefined
    for (const topic of marked) {
      if (underWay.has(topic)) continue
      marked.delete(topic)
      underWay.set(topic, workOn(topic))
    }
  }

  async function workOn(topic: string): Promise<void> {
    let isDone = false
    try {
      await work(topic)
      isDone = true
      failed.delete(topic)
    } catch (error) {
      if (!failed.has(topic)) log.warn({ err: error, topic }, 'a change could not be told and will be later')
      failed.add(topic)
    }
    underWay.delete(topic)
    if (isStopped) return
    if (!isDone) setTimeout(() => mark(topic), RETRY_MS).unref()
    else if (marked.has(topic)) mark(topic)
  }

  return {
    mark,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await Promise.all(underWay.values())
    },
  }
}
