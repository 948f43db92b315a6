import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { passFocusOn } from './focus-section.ts'

/**
 * The first of the items, and a button for as many more.
 *
 * @param label of the button
 */
export function useFirst<Item>(
  items: readonly Item[],
  count: number,
  label: string,
): { first: readonly Item[]; more: ReactNode } {
  const [limit, setLimit] = useState(count)
  const more = items.length > limit && (
    <Button ref={passFocusOn} wide className="apart" onClick={() => setLimit(limit + count)}>
      {label}
    </Button>
  )
  return { first: items.slice(0, limit), more }
}
