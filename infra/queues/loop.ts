export type Loop = {
  /** Works now, or once more if it is working. */
  wake(): void
  stop(): Promise<void>
}

/**
 * Repeats `work` until it is stopped. A failure ends one repetition. `AbortSignal.any` would leave 100 bytes at the signal
 * that lasts in each repetition, 30 MB a day.
 */
export function startLoop({
  everyMs,
  work,
  onError,
}: {
  everyMs: number
  work: () => Promise<void>
  onError: (error: unknown) => void
}): Loop {
  let isStopped = false
  let woken = Promise.withResolvers<void>()
  const ended = repeat()

  async function repeat(): Promise<void> {
    while (!isStopped) {
      woken = Promise.withResolvers()
      await work().catch(onError)
      const timer = setTimeout(woken.resolve, everyMs)
      await woken.promise
      clearTimeout(timer)
    }
  }

  return {
    wake: () => woken.resolve(),
    async stop() {
      isStopped = true
      woken.resolve()
      await ended
    },
  }
}
