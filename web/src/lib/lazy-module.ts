import { useEffect, useEffectEvent, useState } from 'react'
import { whenIdle } from './browser/when-idle.ts'

export type LazyModule<Module> = {
  loaded: Module | null
  load: () => Promise<Module>
}

/**
 * For code that the first view does without and the page survives without. React.lazy would keep a failed import for
 * ever, and break the page with it. The module is imported when it is first wanted.
 */
export function lazyModule<Module>(importModule: () => Promise<Module>): LazyModule<Module> {
  const lazy: LazyModule<Module> = {
    loaded: null,
    load: async () => {
      lazy.loaded = await importModule()
      return lazy.loaded
    },
  }
  return lazy
}

/** Imports what may soon be wanted here while the browser is idle, so that it is there should the network go. */
export function useLoadWhenIdle(lazy: LazyModule<unknown>, mayBeWanted = true): void {
  useEffect(() => {
    if (mayBeWanted && lazy.loaded === null) whenIdle(() => void lazy.load().catch(() => {}))
  }, [lazy, mayBeWanted])
}

/** The module, or null until it is loaded. A failed import is tried again when the module is next wanted. */
export function useLazyModule<Module>(
  lazy: LazyModule<Module>,
  isWanted: boolean,
  onError?: () => void,
): Module | null {
  const [module, setModule] = useState(() => lazy.loaded)
  const handleError = useEffectEvent(() => onError?.())
  const isMissing = isWanted && module === null
  useEffect(() => {
    if (!isMissing) return
    let isCurrent = true
    lazy.load().then(
      (loaded) => isCurrent && setModule(() => loaded),
      () => isCurrent && handleError(),
    )
    return () => {
      isCurrent = false
    }
  }, [lazy, isMissing])
  return module
}
