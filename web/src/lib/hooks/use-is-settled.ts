import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { STILL_MS } from './use-still-while-touched.ts'

/** For a tile: false for a tap within 300 ms after it came to show another song, which was meant for the one before. */
export function useIsSettled(songId: number | null): (tap: MouseEvent) => boolean {
  const shown = useRef({ songId, since: Number.NEGATIVE_INFINITY })
  useLayoutEffect(() => {
    if (shown.current.songId !== songId) shown.current = { songId, since: Date.now() }
  }, [songId])
  // Keys count no clicks.
  return ({ detail }) => detail === 0 || Math.abs(Date.now() - shown.current.since) >= STILL_MS
}
