import { useEffect, useRef, useState } from 'react'
import { REDUCED_MOTION } from '../../../lib/use-media-query.ts'

const COUNT_MS = 280
/** `toLocaleString` would make one for each number. */
const NUMBERS = new Intl.NumberFormat('en-US')

/** Counts from the old to the new number; screen readers get the new one. */
export function CountedNumber({ value }: { value: number }) {
  const shown = useCountedUp(value)
  return (
    <>
      <span aria-hidden>{NUMBERS.format(shown)}</span>
      <span className="visually-hidden">{NUMBERS.format(value)}</span>
    </>
  )
}

function useCountedUp(value: number): number {
  const [shown, setShown] = useState(value)
  const from = useRef(value)
  useEffect(() => {
    const start = from.current
    if (start === value) return
    let frame = 0
    const startedAt = performance.now()
    const count = () => {
      const isReduced = matchMedia(REDUCED_MOTION).matches
      const done = isReduced ? 1 : Math.min((performance.now() - startedAt) / COUNT_MS, 1)
      from.current = Math.round(start + (value - start) * done)
      setShown(from.current)
      if (done < 1) frame = requestAnimationFrame(count)
    }
    frame = requestAnimationFrame(count)
    return () => cancelAnimationFrame(frame)
  }, [value])
  return shown
}
