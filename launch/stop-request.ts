import { exitWithParent } from '@called-it/infra/observability/lifecycle'

/** One Ctrl-C arrives twice, from the terminal and from npm: only a later one is a second one. */
const SECOND_SIGNAL_AFTER_MS = 1_000

/**
 * A signal that is aborted when we are asked to end: by Ctrl-C, SIGTERM, a closed terminal, or the end of
 * whoever started us over an IPC channel. Being asked a second time ends us at once.
 */
export function listenForStop(): AbortSignal {
  const stopping = new AbortController()
  let askedAt: number | undefined
  const ask = () => {
    if (askedAt === undefined) {
      askedAt = performance.now()
      stopping.abort(new Error('stopped'))
    } else if (performance.now() - askedAt > SECOND_SIGNAL_AFTER_MS) {
      process.exit(1)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
  exitWithParent(ask)
  return stopping.signal
}
