import { exitWithParent } from '@called-it/infra/observability/lifecycle'
import { whenNpmIsGone } from './bootstrap.mjs'

/** One Ctrl-C arrives twice, from the terminal and from npm. */
const SECOND_REQUEST_AFTER_MS = 1_000

/**
 * The first request aborts the signal, a later one forces.
 *
 * @param now a monotonic clock in milliseconds
 */
export function stopRequest(
  force: () => void,
  now: () => number,
): { signal: AbortSignal; request: () => void } {
  const stopping = new AbortController()
  let requestedAt: number | undefined
  return {
    signal: stopping.signal,
    request() {
      if (requestedAt === undefined) {
        requestedAt = now()
        stopping.abort(new Error('stopped'))
      } else if (now() - requestedAt > SECOND_REQUEST_AFTER_MS) {
        force()
      }
    },
  }
}

/** Aborted by Ctrl-C, SIGTERM, a closed terminal, or the end of the parent process; a second request exits at once. */
export function listenForStop(): AbortSignal {
  const { signal, request } = stopRequest(
    () => process.exit(1),
    () => performance.now(),
  )
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, request)
  exitWithParent(request)
  whenNpmIsGone(request)
  return signal
}
