import { type RefObject, useLayoutEffect, useRef } from 'react'
import { REDUCED_MOTION } from '../../lib/use-media-query.ts'

const TRAVEL_MS = 280

/**
 * Lets the rows of a list travel from where they were to where they are now whenever their order changes;
 * those that are new fade in. Returns the ref of their parent; each row carries its player in
 * `data-player`. Nothing moves for those who asked for less motion.
 *
 * @param order the rows' players, as they are shown now
 */
export function useTravellingRows(order: readonly number[]): RefObject<HTMLTableSectionElement | null> {
  const parent = useRef<HTMLTableSectionElement>(null)
  const places = useRef(new Map<string, number>())
  const sequence = order.join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the order is what makes rows move
  useLayoutEffect(() => {
    const still = matchMedia(REDUCED_MOTION).matches
    const isFirst = places.current.size === 0
    const next = new Map<string, number>()
    let place = 0
    for (const row of parent.current?.querySelectorAll<HTMLElement>('[data-player]') ?? []) {
      const player = row.dataset.player ?? ''
      const from = places.current.get(player)
      // Counted up instead of read off: a row that sticks to the edge of the view is not where it belongs.
      next.set(player, place)
      if (!still && !isFirst && from !== place) move(row, from === undefined ? null : from - place)
      place += row.offsetHeight
    }
    places.current = next
  }, [sequence])

  return parent
}

function move(row: HTMLElement, distance: number | null): void {
  const start = distance === null ? { opacity: 0 } : { transform: `translateY(${distance}px)` }
  const end = distance === null ? { opacity: 1 } : { transform: 'none' }
  row.animate([start, end], { duration: TRAVEL_MS, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' })
}
