import type { Dice } from '@called-it/infra/demo/dice'

export interface TestTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export interface PlantedFault {
  readonly kind: string
  readonly row: number
  /** The field in which it is found; null: the whole row. */
  readonly field: string | null
  /** Whose setlist is not returned. */
  readonly show: string
}

export function printTable({ columns, rows }: TestTable): string {
  return [columns, ...rows].map(printRow).join('\n')
}

const printRow = (fields: readonly string[]) => fields.map(quote).join(',')
const quote = (field: string) => (/[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)

/** Values that the field of a row of a setlist must not have. */
const WRONG_VALUES: readonly (readonly [string, string])[] = [
  ['showid', ''],
  ['showid', 'x'.repeat(101)],
  ['showdate', ''],
  ['showdate', '1899-12-31'],
  ['showdate', '2026-02-30'],
  ['showdate', '30.01.2026'],
  ['showdate', '2031-05-05'],
  ['set', ''],
  ['set', 'main'],
  ['set', '0'],
  ['position', ''],
  ['position', 'third'],
  ['position', '-1'],
  ['songid', 'x'.repeat(101)],
  ['song', ''],
  ['song', '<b><i></i></b>'],
  ['slug', 'x'.repeat(201)],
  ['slug', 'a\0b'],
  ['venue', '<img src="hall.png">'],
  ['exclude', 'maybe'],
]

const BROKEN_LINES: Readonly<Record<string, (line: string) => string>> = {
  'a field too few': (line) => line.slice(0, line.lastIndexOf(',')),
  'a field too many': (line) => `${line},more`,
  'a quote that is not closed': (line) => line.replace(/,([^,"]+),/, ',"$1,'),
  'a quote in a field': (line) => line.replace(/,([^,"]+),/, ',$1 "live,'),
}

/**
 * Plants faults into rows of setlists with positions through the show, each in a show of its own that has four rows
 * or more.
 */
export function plantFaults(
  { columns, rows }: TestTable,
  count: number,
  dice: Dice,
): { readonly text: string; readonly planted: readonly PlantedFault[] } {
  const at = (column: string) => columns.indexOf(column)
  const shows = Map.groupBy(rows.keys(), (index) => rows[index]?.[at('showid')] ?? '')
  const candidates = Array.from(shows).filter(([, indexes]) => indexes.length >= 4)
  const lines = rows.map(printRow)
  const planted: PlantedFault[] = []
  const kinds = [
    ...WRONG_VALUES.map(([field, value]) => ({ kind: `${field} ${value.slice(0, 20)}`, field, value })),
    { kind: 'position of the row before', field: 'position', value: null },
    ...Object.keys(BROKEN_LINES).map((kind) => ({ kind, field: null, value: null })),
  ]
  while (planted.length < count) {
    const [[show, indexes] = ['', []]] = candidates.splice(dice.between(0, candidates.length - 1), 1)
    // Neither the first nor the last: rows without a show are its own then.
    const index = indexes[dice.between(1, indexes.length - 2)] ?? 0
    const { kind, field, value } = kinds[planted.length % kinds.length] ?? {
      kind: '',
      field: null,
      value: null,
    }
    const row = rows[index] ?? []
    if (field === null) lines[index] = BROKEN_LINES[kind]?.(lines[index] ?? '') ?? ''
    else lines[index] = printRow(row.with(at(field), value ?? rows[index - 1]?.[at(field)] ?? ''))
    planted.push({ kind, row: index + 1, field, show })
  }
  return { text: [printRow(columns), ...lines].join('\n'), planted }
}
