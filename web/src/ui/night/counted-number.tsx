import { type RefObject, useEffect, useRef, useState } from 'react'
import { REDUCED_MOTION } from '../../lib/hooks/use-media-query.ts'
import { formatNumber } from '../../lib/words/format-number.ts'

const COUNT_MS = 280

/** Counts from the old to the new number; screen readers get the new one. */
export function CountedNumber({ value }: { value: number }) {
  const [first] = useState(value)
  const counter = useCountedUp(value)
  return (
    <>
      <span ref={counter} aria-hidden>
        {formatNumber(first)}
      </span>
      <span className="visually-hidden">{formatNumber(value)}</span>
    </>
  )
}

/** Writes into the element itself: a render for each frame takes a slow phone longer than the number. */
function useCountedUp(value: number): RefObject<HTMLSpanElement | null> {
  const counter = useRef<HTMLSpanElement>(null)
  const from = useRef(value)
  useEffect(() => {
    const start = from.current
    if (start === value) return
    const isReduced = matchMedia(REDUCED_MOTION).matches
    const startedAt = performance.now()
    let frame = 0
    const count = () => {
      const done = isReduced ? 1 : Math.min((performance.now() - startedAt) / COUNT_MS, 1)
      from.current = Math.round(start + (value - start) * done)
      if (counter.current) counter.current.textContent = formatNumber(from.current)
      if (done < 1) frame = requestAnimationFrame(count)
    }
    frame = requestAnimationFrame(count)
    return () => cancelAnimationFrame(frame)
  }, [value])
  return counter
}
