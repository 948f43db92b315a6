import { setImmediate } from 'node:timers/promises'

/** Shows that run in this process go on between the steps. Throws once it is aborted. */
export async function inSteps<Result>(steps: Generator<void, Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    signal?.throwIfAborted()
    const { done, value } = steps.next()
    if (done) return value
    await setImmediate()
  }
}
