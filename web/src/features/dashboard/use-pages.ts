import { useState } from 'react'

export type Pages = {
  /** The cursor of the page; undefined for the first one. */
  after: number | undefined
  /** Counted from 1. */
  number: number
  goOn: (next: number) => void
  goBack: () => void
}

/** Keyset pagination: each page starts after the last row of the one before. */
export function usePages(): Pages {
  const [starts, setStarts] = useState<readonly number[]>([])
  return {
    after: starts.at(-1),
    number: starts.length + 1,
    goOn: (next) => setStarts([...starts, next]),
    goBack: () => setStarts(starts.slice(0, -1)),
  }
}
