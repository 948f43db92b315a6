import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse/sync'
import { BrokenFileError } from './broken-file.ts'

const DELIMITERS = [',', ';', '\t']
const LINE_ENDS = ['\r\n', '\n', '\r']

/** Then other work of the process has its turn. */
const RECORDS_AT_ONCE = 250

/** Far above any real one: where a quote is not closed, the search for another ends here. */
const MAX_BYTES = 1 << 17

const STRAY_QUOTE = 'has a stray quote, or one that is not closed'

export interface CsvRecord {
  /** 0 is the header. Blank rows count, as in a spreadsheet. */
  readonly number: number
  readonly bytes: Buffer
  readonly fields: readonly string[]
  /** Null when the fields are as many as the header's and the quotes are in order. */
  readonly fault: string | null
}

/**
 * The header and the rows of a CSV file. The header decides between comma, semicolon and tab.
 *
 * A broken record is one line: a quote that is not closed must not swallow the rows after it.
 *
 * @throws BrokenFileError for lines without end
 */
export async function* recordsOf(file: Buffer): AsyncGenerator<CsvRecord, void> {
  const start = file.toString('latin1', 0, MAX_BYTES)
  let at = /^\s*[\r\n]/.exec(start)?.[0].length ?? 0
  const delimiter = delimiterOf(lineOf(start.slice(at)))
  let width: number | undefined
  for (let number = 0; at < file.length; await setImmediate()) {
    const { found, isBroken } = parseRecords(file.subarray(at), delimiter)
    const records = found.map(({ fields, from, to }) => ({
      fields,
      bytes: file.subarray(at + from, at + to),
    }))
    const swallow = records.findIndex(({ fields, bytes }) => {
      width ??= fields.length
      return (fields.length !== width || delimiter === '\t') && hidesRow(bytes, delimiter, width)
    })
    for (const { fields, bytes } of swallow === -1 ? records : records.slice(0, swallow)) {
      at += bytes.length
      const fault = fields.length === width ? null : `has ${fields.length} fields instead of ${width}`
      if (fields.some((field) => field.trim() !== '')) yield { number, bytes, fields, fault }
      number += 1
    }
    if (isBroken || swallow !== -1) {
      const line = lineOf(file.toString('latin1', at, at + MAX_BYTES + 1))
      if (line.length > MAX_BYTES) throw new BrokenFileError(`has a line of over ${MAX_BYTES} bytes`)
      const bytes = file.subarray(at, at + line.length)
      at += line.length
      const fields = bytes
        .toString()
        .replace(/[\r\n]+$/, '')
        .split(delimiter)
      yield { number, bytes, fields, fault: STRAY_QUOTE }
      number += 1
    }
  }
}

/** The most frequent one outside quotes. */
function delimiterOf(header: string): string {
  const count = (delimiter: string) => header.replace(/"[^"]*"/g, '').split(delimiter).length
  return DELIMITERS.toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

/** With its end. */
const lineOf = (text: string) => /^[^\r\n]*(?:\r\n?|\n)?/.exec(text)?.[0] ?? ''

/** The records before the first broken one. Between tabs, quotes inside a field and after one are characters. */
function parseRecords(bytes: Buffer, delimiter: string) {
  const found: { readonly fields: readonly string[]; readonly from: number; readonly to: number }[] = []
  const options = {
    delimiter,
    record_delimiter: LINE_ENDS,
    relax_column_count: true,
    relax_quotes: delimiter === '\t',
    max_record_size: MAX_BYTES,
    to: RECORDS_AT_ONCE,
    on_record(fields: string[], { bytes: to }: { readonly bytes: number }) {
      found.push({ fields, from: found.at(-1)?.to ?? 0, to })
      return null
    },
  }
  try {
    parse(bytes, options)
    return { found, isBroken: false }
  } catch (error) {
    if (error instanceof CsvError) return { found, isBroken: true }
    throw error
  }
}

/** Whether a record of several lines has swallowed one that is a row by itself. */
function hidesRow(bytes: Buffer, delimiter: string, width: number): boolean {
  const [, ...lines] = bytes.toString().split(/\r\n|\n|\r/)
  return lines.some((line) => parseRecords(Buffer.from(line), delimiter).found[0]?.fields.length === width)
}
