import type { Logger } from 'pino'

/** Long enough to make one event of a burst, far below what a user notices. */
const WINDOW_MS = 60
const RETRY_DELAY_MS = 1_000

/**
 * Runs a task for each marked topic a moment later, at most one per topic at a time. A topic that is marked while its
 * task runs is run again, and a task that fails is retried.
 */
export function openCoalescer({ run, log }: { run: (topic: string) => Promise<void>; log: Logger }) {
  const marked = new Set<string>()
  const running = new Map<string, Promise<void>>()
  const failed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function mark(topic: string, isUrgent = false): void {
    if (isStopped) return
    marked.add(topic)
    if (running.has(topic)) return
    if (isUrgent) start(topic)
    else timer ??= setTimeout(runMarked, WINDOW_MS).unref()
  }

  function start(topic: string): void {
    marked.delete(topic)
    running.set(topic, runTopic(topic))
  }

  function runMarked(): void {
    timer = undefined
    for (const topic of marked) if (!running.has(topic)) start(topic)
  }

  async function runTopic(topic: string): Promise<void> {
    let isDone = false
    try {
      await run(topic)
      isDone = true
      failed.delete(topic)
    } catch (error) {
      if (!failed.has(topic)) log.warn({ err: error, topic }, 'a live event could not be published; retrying')
      failed.add(topic)
    }
    running.delete(topic)
    if (isStopped) return
    if (!isDone) setTimeout(() => mark(topic), RETRY_DELAY_MS).unref()
    else if (marked.has(topic)) mark(topic)
  }

  return {
    /** @param isUrgent without the moment, for a topic that does not change in bursts */
    mark,
    /** Starts no further task; resolves when the running ones have ended. */
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      await Promise.all(running.values())
    },
  }
}
