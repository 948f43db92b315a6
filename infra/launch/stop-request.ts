import { exitWithParent } from '@called-it/infra/observability/lifecycle'
import { whenNpmIsGone } from './bootstrap.mjs'

/** One Ctrl-C arrives twice, from the terminal and from npm: only a later one is a second one. */
const SECOND_REQUEST_AFTER_MS = 1_000

/**
 * What being asked to stop means: the first time it aborts the signal, whoever holds that ends in order; asked
 * again, it forces.
 *
 * @param now in milliseconds, from any beginning
 */
export function stopRequest(force: () => void, now: () => number): { signal: AbortSignal; ask: () => void } {
  const stopping = new AbortController()
  let askedAt: number | undefined
  return {
    signal: stopping.signal,
    ask() {
      if (askedAt === undefined) {
        askedAt = now()
        stopping.abort(new Error('stopped'))
      } else if (now() - askedAt > SECOND_REQUEST_AFTER_MS) {
        force()
      }
    },
  }
}

/**
 * A signal that is aborted when we are asked to stop: by Ctrl-C, SIGTERM, a closed terminal, or the end of npm
 * or of whoever else started us. Asked a second time, we exit at once.
 */
export function listenForStop(): AbortSignal {
  const { signal, ask } = stopRequest(
    () => process.exit(1),
    () => performance.now(),
  )
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, ask)
  exitWithParent(ask)
  whenNpmIsGone(ask)
  return signal
}
