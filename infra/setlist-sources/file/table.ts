import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { z } from 'zod'
import { BrokenFileError } from './broken-file.ts'
import { type CsvRecord, recordsOf } from './csv.ts'
import { decodeText, linesOf } from './encoding.ts'

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
  /** Also without reading all rows. */
  close(): void
}

/**
 * A CSV or TSV file with a header, or a JSON file with a list of objects, bare or as `data`, as sites return it.
 *
 * @throws BrokenFileError, also while the rows are read
 */
export async function openTable(path: string): Promise<Table> {
  return ['.csv', '.tsv'].includes(extname(path).toLowerCase()) ? openCsv(path) : openJson(path)
}

/** Streamed, so that a worker stays responsive while it reads tens of thousands of rows. */
async function openCsv(path: string): Promise<Table> {
  const stream = createReadStream(path)
  const close = () => void stream.destroy()
  const records = recordsOf(linesOf(stream))
  try {
    const header = await records.next()
    if (header.done) throw new BrokenFileError('is empty')
    const columns = columnsOf(header.value)
    return { columns, rows: rowsOf(records), close }
  } catch (error) {
    close()
    throw error
  }
}

function columnsOf(header: CsvRecord): readonly string[] {
  if (!header.isUtf8) throw new BrokenFileError('is not UTF-8 in its header')
  if (header.fault !== null) throw new BrokenFileError(`${header.fault}, in its header`)
  return header.fields.map((name) => name.trim())
}

async function* rowsOf(records: AsyncIterable<CsvRecord>): AsyncGenerator<TableRow, void> {
  for await (const { number, fields, fault, isUtf8 } of records) {
    yield { number, values: fields, fault: isUtf8 ? fault : 'is not UTF-8', stops: !isUtf8 }
  }
}

const rowList = z.array(z.unknown())
const siteAnswer = z.object({ data: rowList }).transform(({ data }) => data)
const listOfRows = z.union([rowList, siteAnswer])
const object = z.record(z.string(), z.unknown())

async function openJson(path: string): Promise<Table> {
  const list = listOfRows.safeParse(parseJson(decodeText(await readFile(path))))
  if (!list.success) throw new BrokenFileError('holds no list of rows')
  const objects = list.data.map((row) => object.safeParse(row).data)
  const columns = Array.from(new Set(objects.flatMap((row) => Object.keys(row ?? {}))))
  const rows = objects.map((row, index): TableRow => {
    const values = columns.map((column) => (row && Object.hasOwn(row, column) ? row[column] : undefined))
    return { number: index + 1, values, fault: row ? null : 'is not an object', stops: false }
  })
  return { columns, rows, close: () => undefined }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw new BrokenFileError('is not JSON')
    throw error
  }
}
