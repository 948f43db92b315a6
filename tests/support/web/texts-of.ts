import { within } from '@testing-library/react'

type Queries = { queryAllByRole(role: string): HTMLElement[] }

/** The texts of all elements of a role; none where there are no such elements. */
export function textsOf(container: HTMLElement | Queries, role: string): (string | null)[] {
  const queries: Queries = 'queryAllByRole' in container ? container : within(container)
  return queries.queryAllByRole(role).map(({ textContent }) => textContent)
}
