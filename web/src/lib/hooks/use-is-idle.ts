import { useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

/** For requests that the first view does without. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  return isIdle
}
