import { useSyncExternalStore } from 'react'
import { PHONE } from '../browser/screen-sizes.ts'
import { servedView } from '../served-view.ts'

export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    () => query === PHONE && servedView().isPhone,
  )
}
