import { within } from '@testing-library/react'

/** The texts of a table's rows by column, without the head. */
export function cellsOfTable(table: HTMLElement): (string | null)[][] {
  const [, ...rows] = within(table).getAllByRole('row')
  return rows.map((row) => Array.from(row.children, ({ textContent }) => textContent))
}
