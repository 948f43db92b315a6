import { setTimeout as wait } from 'node:timers/promises'

export type Loop = {
  /** Works now, or once more if it is working. */
  wake(): void
  stop(): Promise<void>
}

/** Repeats `work` until it is stopped. A failure ends one repetition. */
export function startLoop({
  everyMs,
  work,
  onError,
}: {
  everyMs: number
  work: () => Promise<void>
  onError: (error: unknown) => void
}): Loop {
  const stopped = new AbortController()
  const { signal } = stopped
  let woken = Promise.withResolvers<void>()
  const ended = repeat()

  async function repeat(): Promise<void> {
    while (!signal.aborted) {
      woken = Promise.withResolvers()
      const pause = new AbortController()
      await work().catch(onError)
      await Promise.race([
        woken.promise,
        wait(everyMs, undefined, { signal: AbortSignal.any([signal, pause.signal]) }).catch(() => undefined),
      ])
      pause.abort()
    }
  }

  return {
    wake: () => woken.resolve(),
    async stop() {
      stopped.abort()
      await ended
    },
  }
}
