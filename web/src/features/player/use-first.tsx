import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { passFocusOn } from '../../ui/focus-section.ts'

const SHOWN = 30

/** The first of the items, and a button for more of them. */
export function useFirst<Item>(items: readonly Item[]): { first: readonly Item[]; more: ReactNode } {
  const [limit, setLimit] = useState(SHOWN)
  const more = items.length > limit && (
    <Button ref={passFocusOn} wide className="apart" onClick={() => setLimit(limit + SHOWN)}>
      more shows
    </Button>
  )
  return { first: items.slice(0, limit), more }
}
