import { vi } from 'vitest'

type Screen = { width: number; reducedMotion?: boolean }

/** Evaluates media queries for a screen of this width until the test ends. */
export function onScreen({ width, reducedMotion = false }: Screen): void {
  vi.stubGlobal(
    'matchMedia',
    (query: string): Pick<MediaQueryList, 'matches' | 'addEventListener' | 'removeEventListener'> => {
      const most = /max-width: (\d+)px/.exec(query)?.[1]
      const least = /min-width: (\d+)px/.exec(query)?.[1]
      return {
        matches:
          (most === undefined || width <= Number(most)) &&
          (least === undefined || width >= Number(least)) &&
          (!query.includes('prefers-reduced-motion') || reducedMotion) &&
          (most ?? least ?? (query.includes('prefers-reduced-motion') || undefined)) !== undefined,
        addEventListener: () => {},
        removeEventListener: () => {},
      }
    },
  )
}
