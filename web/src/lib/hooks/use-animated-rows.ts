import { type RefObject, useLayoutEffect, useRef } from 'react'
import { REDUCED_MOTION } from './use-media-query.ts'

const ANIMATION_MS = 280

/**
 * Animates rows from their old to their new place when their order changes; new rows fade in. Does nothing with reduced
 * motion. Returns the ref for the rows' parent; each row has its player in `data-player`.
 *
 * @param order the players of the rows
 */
export function useAnimatedRows(
  order: readonly (number | string)[],
  moves = true,
): RefObject<HTMLTableSectionElement | null> {
  const parent = useRef<HTMLTableSectionElement>(null)
  const places = useRef(new Map<string, number>())
  const sequence = order.join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows move when the order changes
  useLayoutEffect(() => {
    if (!moves) {
      places.current.clear()
      return
    }
    const isReduced = matchMedia(REDUCED_MOTION).matches
    const isFirst = places.current.size === 0
    const next = new Map<string, number>()
    let place = 0
    for (const row of parent.current?.querySelectorAll<HTMLElement>('[data-player]') ?? []) {
      const player = row.dataset.player ?? ''
      const from = places.current.get(player)
      // Summed up rather than measured: a sticky row is not at its place in the list.
      next.set(player, place)
      if (!isReduced && !isFirst && from !== place) animate(row, from === undefined ? null : from - place)
      place += row.offsetHeight
    }
    places.current = next
  }, [sequence, moves])

  return parent
}

function animate(row: HTMLElement, distance: number | null): void {
  const start = distance === null ? { opacity: 0 } : { transform: `translateY(${distance}px)` }
  const end = distance === null ? { opacity: 1 } : { transform: 'none' }
  row.animate([start, end], { duration: ANIMATION_MS, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' })
}
