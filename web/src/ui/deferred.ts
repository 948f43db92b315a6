import { useEffect, useSyncExternalStore } from 'react'
import { type Pauses, whenReaderPauses } from './pauses.ts'

/** Code that the first view does without. */
export type Deferred<Code> = {
  /** Fetches the code, once; after a failure the next call tries again. */
  load: () => Promise<void>
  /** The code, or null until it is here. */
  get: () => Code | null
  subscribe: (onArrival: () => void) => () => void
}

/**
 * Leaves code out of what a page needs to be seen. It is fetched when it is first wanted, and in the reader's first
 * pauses at the latest, so that it is there should the network be gone by then.
 */
export function defer<Code>(
  importCode: () => Promise<Code>,
  whenPaused: Pauses = whenReaderPauses,
): Deferred<Code> {
  let code: Code | null = null
  let loading: Promise<void> | null = null
  const listeners = new Set<() => void>()

  const fetchCode = async () => {
    try {
      code = await importCode()
      for (const onArrival of listeners) onArrival()
    } finally {
      loading = null
    }
  }
  const load = async () => {
    if (code !== null) return
    loading ??= fetchCode()
    await loading
  }
  whenPaused(load)

  return {
    load,
    get: () => code,
    subscribe: (onArrival) => {
      listeners.add(onArrival)
      return () => listeners.delete(onArrival)
    },
  }
}

/** Deferred code as soon as it is here; fetched now where it is wanted. `onFailure` is told when it cannot be had. */
export function useDeferred<Code>(
  deferred: Deferred<Code>,
  wanted: boolean,
  onFailure?: () => void,
): Code | null {
  const code = useSyncExternalStore(deferred.subscribe, deferred.get)
  useEffect(() => {
    if (wanted && code === null) deferred.load().catch(() => onFailure?.())
  }, [deferred, wanted, code, onFailure])
  return code
}
