import { useEffect, useEffectEvent } from 'react'

const FIRST_MS = 2_000
const SLOWEST_MS = 30_000

/** While the server computes the response of a query: refetches it after 2 s, then less and less often. */
export function useAskAgain(isComputing: boolean, refetch: () => Promise<unknown>): void {
  const ask = useEffectEvent(refetch)
  useEffect(() => {
    if (!isComputing) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCurrent = true
    const askAfter = (delayMs: number) => {
      timer = setTimeout(async () => {
        await ask()
        if (isCurrent) askAfter(Math.min(delayMs * 1.5, SLOWEST_MS))
      }, delayMs)
    }
    askAfter(FIRST_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [isComputing])
}
