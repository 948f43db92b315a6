import { useSyncExternalStore } from 'react'

/** The reader wants nothing to move. */
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** Whether a media query matches, now and after it changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}
