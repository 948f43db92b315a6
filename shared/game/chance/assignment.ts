/** Differences below this are rounding, which must not send a path in a circle. */
const EPSILON = 1e-9

/** The gain of giving a column to the new row, at the end of a path of rows that move on for it. */
type Path = { readonly gain: number; readonly from: number | null }

/**
 * Gives each row a column of its own so that the sum of the values is as high as it can be, by the Hungarian method:
 * row after row along the best augmenting path. Null for rows without a column, when there are fewer columns.
 */
export function assignColumns(values: readonly (readonly number[])[]): (number | null)[] {
  const realColumns = values[0]?.length ?? 0
  const columns = Array.from({ length: Math.max(values.length, realColumns) }, (_, column) => column)
  const valueAt = (row: number, column: number) => values[row]?.[column] ?? 0
  const rowOf = new Map<number, number>()

  for (const newRow of values.keys()) {
    const paths = columns.map((column): Path => ({ gain: valueAt(newRow, column), from: null }))
    while (extend(paths, rowOf, valueAt));
    let column = best(paths, rowOf)
    for (let from = paths[column]?.from ?? null; from !== null; from = paths[from]?.from ?? null) {
      rowOf.set(column, rowOf.get(from) ?? newRow)
      column = from
    }
    rowOf.set(column, newRow)
  }
  const columnOf = new Map(Array.from(rowOf, ([column, row]) => [row, column]))
  return Array.from(values, (_, row) => {
    const column = columnOf.get(row) ?? realColumns
    return column < realColumns ? column : null
  })
}

/** Moves each row on to where that gains; false when no path gets better. */
function extend(
  paths: Path[],
  rowOf: ReadonlyMap<number, number>,
  valueAt: (row: number, column: number) => number,
): boolean {
  let isBetter = false
  for (const [from, row] of rowOf) {
    const left = (paths[from]?.gain ?? 0) - valueAt(row, from)
    paths.forEach((path, column) => {
      const gain = left + valueAt(row, column)
      if (gain <= path.gain + EPSILON) return
      paths[column] = { gain, from }
      isBetter = true
    })
  }
  return isBetter
}

function best(paths: readonly Path[], rowOf: ReadonlyMap<number, number>): number {
  const free = Array.from(paths.keys()).filter((column) => !rowOf.has(column))
  const gainOf = (column: number) => paths[column]?.gain ?? 0
  return free.reduce((top, column) => (gainOf(column) > gainOf(top) ? column : top))
}
