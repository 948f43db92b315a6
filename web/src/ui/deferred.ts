import { useEffect, useSyncExternalStore } from 'react'

/** Code that the first view does without. */
export type Deferred<Code> = {
  /** Fetches the code, once; after a failure the next call tries again. */
  load: () => Promise<void>
  /** The code, or null until it is here. */
  get: () => Code | null
  subscribe: (onArrival: () => void) => () => void
}

/**
 * Leaves code out of what a page needs to be seen. It is fetched when it is first wanted, and at the
 * reader's first touch at the latest, when that is answered, so that it is there should the network be gone by then.
 */
export function defer<Code>(importCode: () => Promise<Code>): Deferred<Code> {
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
  const loadAhead = () => whenIdle(() => void load().catch(() => {}))
  for (const touch of ['pointerdown', 'keydown'])
    addEventListener(touch, loadAhead, { once: true, passive: true })

  return {
    load,
    get: () => code,
    subscribe: (onArrival) => {
      listeners.add(onArrival)
      return () => listeners.delete(onArrival)
    },
  }
}

/** One piece of work at a time, and none between a touch and its answer. */
function whenIdle(work: () => void): void {
  // Safari has no such call yet.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work)
  else setTimeout(work, 200)
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
