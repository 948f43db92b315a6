import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { z } from 'zod'
import { BrokenFileError } from './broken-file.ts'
import { type CsvRecord, recordsOf } from './csv.ts'

export interface TableRow {
  /** From 1, without the header. */
  readonly number: number
  /** In the order of the columns; undefined where a JSON row lacks one. Of a broken row, as far as readable. */
  readonly values: readonly unknown[]
  readonly fault: string | null
  /** The fault is the encoding's, and so the file's. */
  readonly stops: boolean
}

export interface Table {
  readonly columns: readonly string[]
  readonly rows: AsyncIterable<TableRow> | Iterable<TableRow>
}

/**
 * A CSV or TSV file with a header, or a JSON file with a list of objects, bare or as `data`, as sites return it.
 *
 * @throws BrokenFileError, also while the rows are read
 */
export async function openTable(path: string): Promise<Table> {
  const bytes = await readFile(path)
  // Text that begins with a letter has a zero beside it in UTF-16.
  if (/^(?:\xff\xfe|\xfe\xff|\0|.\0)/s.test(bytes.toString('latin1', 0, 2))) {
    throw new BrokenFileError('is UTF-16. Save it as UTF-8')
  }
  return ['.csv', '.tsv'].includes(extname(path).toLowerCase()) ? openCsv(bytes) : openJson(bytes)
}

async function openCsv(bytes: Buffer): Promise<Table> {
  const hasMark = bytes.toString('utf8', 0, 3) === '\ufeff'
  const records = recordsOf(hasMark ? bytes.subarray(3) : bytes)
  const { value: header } = await records.next()
  if (!header) throw new BrokenFileError('is empty')
  if (!isUtf8(header.bytes)) throw new BrokenFileError('is not UTF-8 in its header')
  if (header.fault !== null) throw new BrokenFileError(`${header.fault}, in its header`)
  return { columns: header.fields.map((name) => name.trim()), rows: rowsOf(records) }
}

async function* rowsOf(records: AsyncIterable<CsvRecord>): AsyncGenerator<TableRow, void> {
  for await (const { number, bytes, fields, fault } of records) {
    const stops = !isUtf8(bytes)
    yield { number, values: fields, fault: stops ? 'is not UTF-8' : fault, stops }
  }
}

const rowList = z.array(z.unknown())
const siteAnswer = z.object({ data: rowList }).transform(({ data }) => data)
const listOfRows = z.union([rowList, siteAnswer])
const object = z.record(z.string(), z.unknown())

function openJson(bytes: Buffer): Table {
  const list = listOfRows.safeParse(parseJson(bytes))
  if (!list.success) throw new BrokenFileError('holds no list of rows')
  const objects = list.data.map((row) => object.safeParse(row).data)
  const columns = Array.from(new Set(objects.flatMap((row) => Object.keys(row ?? {}))))
  const rows = objects.map((row, index): TableRow => {
    const values = columns.map((column) => (row && Object.hasOwn(row, column) ? row[column] : undefined))
    return { number: index + 1, values, fault: row ? null : 'is not an object', stops: false }
  })
  return { columns, rows }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof SyntaxError) throw new BrokenFileError('is not JSON')
    const lines = bytes.toString('latin1').split(/\r\n|\n|\r/)
    const line = lines.findIndex((text) => !isUtf8(Buffer.from(text, 'latin1'))) + 1
    throw new BrokenFileError(`is not UTF-8 in line ${line}`)
  }
}
