import { useEffect, useState } from 'react'
import { whenIdle } from '../browser/when-idle.ts'

/** For requests that the first view does without. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  return isIdle
}
