import { setImmediate } from 'node:timers/promises'

/** Shows that run in this process go on between the steps. */
export async function inSteps<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await setImmediate()
  }
}
