import type { TestContext } from 'vitest'

/**
 * A long case whose work is over before the next case begins, also after its time limit: the work looks at `signal`
 * between its steps.
 */
export function endsWithCase(work: (signal: AbortSignal) => Promise<void>) {
  return ({ signal, onTestFinished }: TestContext): Promise<void> => {
    const working = work(signal)
    onTestFinished(async () => void (await Promise.allSettled([working])))
    return working
  }
}
