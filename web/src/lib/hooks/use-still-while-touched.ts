import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Longer than it takes to aim and to lift the finger. */
export const STILL_MS = 300

const TOUCHES = ['pointerdown', 'pointerup', 'pointercancel'] as const

/** The newest value; within 300 ms of a touch the one before, so that nothing moves under a finger. */
export function useStillWhileTouched<Value>(newest: Value): Value {
  const [shown, setShown] = useState({ value: newest })
  const touchedAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    const onTouch = () => {
      touchedAt.current = Date.now()
    }
    const options = { capture: true, passive: true } as const
    for (const touch of TOUCHES) addEventListener(touch, onTouch, options)
    return () => {
      for (const touch of TOUCHES) removeEventListener(touch, onTouch, options)
    }
  }, [])

  // Before the paint, so that nothing is late when nobody touches the page.
  useLayoutEffect(() => {
    if (newest === shown.value) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const showOnceStill = () => {
      const left = touchedAt.current + STILL_MS - Date.now()
      if (left > 0) timer = setTimeout(showOnceStill, left)
      else setShown({ value: newest })
    }
    showOnceStill()
    return () => clearTimeout(timer)
  }, [newest, shown])

  return shown.value
}
