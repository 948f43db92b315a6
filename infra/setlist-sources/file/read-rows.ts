import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { z } from 'zod'
import { plainLine } from '../plain-text.ts'
import { SetlistSourceError } from '../source.ts'

/**
 * The rows of a CSV file with a header, or of a JSON file with a list of objects, bare or as `data`, as sites
 * return it.
 *
 * @throws SetlistSourceError that names the file
 */
export async function* readRows(path: string): AsyncGenerator<unknown, void> {
  try {
    if (extname(path).toLowerCase() === '.csv') yield* readCsv(path)
    else yield* await readJson(path)
  } catch (error) {
    throw describeFileError(error, basename(path))
  }
}

/** Streamed, so that a worker stays responsive while it reads tens of thousands of rows. */
async function* readCsv(path: string): AsyncGenerator<unknown, void> {
  // Arrays of fields cost half of the parser's own objects.
  const parser = parse({ bom: true, skip_empty_lines: true })
  // The iterator throws the errors of both streams.
  const records: AsyncIterable<readonly string[]> = pipeline(createReadStream(path), parser, () => {})
  let columns: readonly string[] | null = null
  for await (const fields of records) {
    if (columns === null) columns = fields.map((name) => name.trim())
    else yield rowOf(columns, fields)
  }
}

function rowOf(columns: readonly string[], fields: readonly string[]): Readonly<Record<string, string>> {
  const row: Record<string, string> = {}
  for (const [index, column] of columns.entries()) row[column] = fields[index] ?? ''
  return row
}

const rowList = z.array(z.unknown())
const siteAnswer = z.object({ data: rowList }).transform(({ data }) => data)

async function readJson(path: string): Promise<readonly unknown[]> {
  const content: unknown = JSON.parse(await readFile(path, 'utf8'))
  const rows = z.union([rowList, siteAnswer]).safeParse(content)
  if (rows.success) return rows.data
  throw new SetlistSourceError('malformed', `${basename(path)}: holds no list of rows`)
}

/** Names the file but not its folder: admins read it, and the folder is the operator's. */
export function describeFileError(error: unknown, file: string): unknown {
  if (error instanceof SyntaxError) return new SetlistSourceError('malformed', `${file}: is not JSON`)
  if (error instanceof CsvError) {
    return new SetlistSourceError('malformed', `${file}: ${plainLine(error.message)}`)
  }
  if (error instanceof Error && 'code' in error && 'syscall' in error) {
    return new SetlistSourceError('unreachable', `${file}: cannot be read (${error.code})`)
  }
  return error
}
