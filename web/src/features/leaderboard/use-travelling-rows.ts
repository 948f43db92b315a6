import { type RefObject, useLayoutEffect, useRef } from 'react'

const TRAVEL_MS = 280

/**
 * Lets the rows of a list travel from where they were to where they are now whenever their order changes.
 * Returns the ref of their parent; each row carries its player in `data-player`. Nothing moves for those
 * who asked for less motion.
 *
 * @param order the rows' players, as they are shown now
 */
export function useTravellingRows(order: readonly number[]): RefObject<HTMLTableSectionElement | null> {
  const parent = useRef<HTMLTableSectionElement>(null)
  const places = useRef(new Map<string, number>())
  const sequence = order.join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the order is what makes rows move
  useLayoutEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const next = new Map<string, number>()
    for (const row of parent.current?.querySelectorAll<HTMLElement>('[data-player]') ?? []) {
      const player = row.dataset.player ?? ''
      const from = places.current.get(player)
      next.set(player, row.offsetTop)
      if (still || from === undefined || from === row.offsetTop) continue
      row.animate([{ transform: `translateY(${from - row.offsetTop}px)` }, { transform: 'none' }], {
        duration: TRAVEL_MS,
        easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
      })
    }
    places.current = next
  }, [sequence])

  return parent
}
