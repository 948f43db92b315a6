import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignColumns } from './assignment.ts'

const matrices = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 6 }))
  .chain(([rows, columns]) =>
    fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    }),
  )

test('reaches the highest sum, with a column of its own for each row', () => {
  fc.assert(
    fc.property(matrices, (values) => {
      const columns = assignColumns(values)
      const given = columns.filter((column) => column !== null)

      expect(columns).toHaveLength(values.length)
      expect(new Set(given).size).toBe(Math.min(values.length, values[0]?.length ?? 0))
      expect(given).toHaveLength(new Set(given).size)
      expect(sumOf(values, columns)).toBe(highestSum(values, new Set()))
    }),
  )
})

function sumOf(values: number[][], columns: (number | null)[]): number {
  return columns.reduce<number>(
    (sum, column, row) => sum + (column === null ? 0 : (values[row]?.[column] ?? 0)),
    0,
  )
}

/** Tries everything. */
function highestSum([row, ...rest]: number[][], taken: ReadonlySet<number>): number {
  if (!row) return 0
  const free = [...row.keys()].filter((column) => !taken.has(column))
  const sums = free.map((column) => (row[column] ?? 0) + highestSum(rest, new Set([...taken, column])))
  return Math.max(highestSum(rest, taken), ...sums)
}
