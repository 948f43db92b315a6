import type { SetlistRow } from '../rows/setlist.ts'
import type { FileSetlistRow } from './rows.ts'

export interface NumberedRow {
  /** In the file. */
  readonly number: number
  readonly row: FileSetlistRow
}

export interface OrderFault {
  readonly number: number
  readonly field: 'position' | 'set'
  readonly message: string
}

/** What positions count: the songs of a show, or those of each of its sets. */
export type Counting = 'show' | 'set'

/** Most shows of a file with several sets decide: one wrong position must not. */
export function countingOf(setlists: Iterable<readonly NumberedRow[]>): Counting {
  let balance = 0
  for (const rows of setlists) {
    const firsts = new Map<string, number>()
    for (const { row } of rows) {
      if (row.position !== null) firsts.set(row.set, Math.min(row.position, firsts.get(row.set) ?? Infinity))
    }
    if (firsts.size > 1) balance += Array.from(firsts.values()).every((first) => first <= 1) ? 1 : -1
  }
  return balance > 0 ? 'set' : 'show'
}

/** Puts the rows of a show in the order of performance and numbers them through the show. */
export function putInOrder(
  rows: readonly NumberedRow[],
  counting: Counting,
): { readonly rows: readonly SetlistRow[]; readonly faults: readonly OrderFault[] } {
  const sets = Array.from(new Set(rows.map(({ row }) => row.set)))
  const placed = rows.every(({ row }) => row.position !== null)
  const inOrder = placed
    ? rows.toSorted(
        (one, other) =>
          (counting === 'set' ? sets.indexOf(one.row.set) - sets.indexOf(other.row.set) : 0) ||
          (one.row.position ?? 0) - (other.row.position ?? 0),
      )
    : rows
  const claims = findClaims(rows, counting)
  // In the order of the file where positions do not say which set is next.
  const faults = claims.length > 0 ? claims : findReturns(counting === 'set' ? rows : inOrder)
  return { rows: inOrder.map(({ row }, index) => ({ ...row, position: index + 1 })), faults }
}

/** Rows without a position beside rows with one, and rows that claim the position of another. */
function findClaims(rows: readonly NumberedRow[], counting: Counting): readonly OrderFault[] {
  const claimed = new Map<string, number>()
  const isNumbered = rows.some(({ row }) => row.position !== null)
  return rows.flatMap(({ number, row }): OrderFault[] => {
    if (row.position === null) {
      const message = 'is missing, and other rows of the show have one'
      return isNumbered ? [{ number, field: 'position', message }] : []
    }
    const place = counting === 'set' ? `${row.set} ${row.position}` : `${row.position}`
    const first = claimed.get(place)
    if (first === undefined) {
      claimed.set(place, number)
      return []
    }
    return [{ number, field: 'position', message: `is ${row.position}, as in row ${first}` }]
  })
}

/** Encores may return: some shows have one after an early set and one at the end. */
function findReturns(rows: readonly NumberedRow[]): readonly OrderFault[] {
  const lasts = new Map<string, number>()
  return rows.flatMap(({ number, row: { set } }, index): OrderFault[] => {
    const before = rows[index - 1]
    const last = lasts.get(set)
    lasts.set(set, number)
    if (last === undefined || before === undefined || before.row.set === set || set.startsWith('e')) return []
    const message = `is ${set} again after set ${before.row.set} of row ${before.number}, as in row ${last}`
    return [{ number, field: 'set', message }]
  })
}
