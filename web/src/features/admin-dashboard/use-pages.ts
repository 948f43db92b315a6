import { useState } from 'react'

export type Pages = {
  /** Behind which row the page starts; undefined for the first one. */
  after: number | undefined
  /** Counted from 1. */
  number: number
  goOn: (next: number) => void
  goBack: () => void
}

/** Where somebody is in a list that is read page by page, each page known by the row before it. */
export function usePages(): Pages {
  const [starts, setStarts] = useState<readonly number[]>([])
  return {
    after: starts.at(-1),
    number: starts.length + 1,
    goOn: (next) => setStarts([...starts, next]),
    goBack: () => setStarts(starts.slice(0, -1)),
  }
}
