import type { Line } from './encoding.ts'

const DELIMITERS = [',', ';', '\t'] as const
type Delimiter = (typeof DELIMITERS)[number]

/** A quote that is not closed ends here at the latest: fields with line breaks are shorter. */
const MAX_RECORD_LINES = 200

export interface CsvRecord {
  /** 0 is the header. Blank rows count, as in a spreadsheet. */
  readonly number: number
  readonly fields: readonly string[]
  /** Null when the fields are as many as the header's and the quotes are in order. */
  readonly fault: string | null
  readonly isUtf8: boolean
}

/**
 * The header and the rows of a CSV file. The header decides between comma, semicolon and tab.
 *
 * A broken record is one line: a quote that is not closed must not swallow the rows after it.
 */
export async function* recordsOf(lines: AsyncIterable<Line>): AsyncGenerator<CsvRecord, void> {
  let reader: RecordReader | null = null
  for await (const line of lines) {
    if (reader === null && line.text.trim() === '') continue
    reader ??= createRecordReader(delimiterOf(line.text))
    yield* reader.add(line)
  }
  if (reader !== null) yield* reader.end()
}

/** The most frequent one outside quotes. */
function delimiterOf(header: string): Delimiter {
  const bare = header.replace(/"[^"]*"/g, '')
  const count = (delimiter: Delimiter) => bare.split(delimiter).length
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

interface RecordReader {
  add(line: Line): Generator<CsvRecord, void>
  end(): Generator<CsvRecord, void>
}

function createRecordReader(delimiter: Delimiter): RecordReader {
  let open: Line[] = []
  let next = 0
  let width: number | null = null

  function* add(line: Line): Generator<CsvRecord, void> {
    open.push(line)
    const isFull = open.length >= MAX_RECORD_LINES
    if (open.length > 1 && !line.text.includes('"') && !isFull) return
    const split = splitFields(open.map(({ text }) => text).join('\n'), delimiter)
    if (split.fault === 'open' && !isFull) return
    if (split.fault === null && (fits(split.fields) || !open.slice(1).some(isRow)))
      return yield* settle(split)
    yield* settleFirst()
  }

  /** What is open at the end has a quote that is not closed. */
  function* end(): Generator<CsvRecord, void> {
    while (open.length > 0) yield* settleFirst()
  }

  /** Makes a broken record of the first line and reads the lines after it again. */
  function* settleFirst(): Generator<CsvRecord, void> {
    const [first, ...rest] = open
    if (first === undefined) return
    open = [first]
    yield* settle({ fields: first.text.split(delimiter), fault: 'stray' })
    for (const line of rest) yield* add(line)
  }

  function* settle({ fields, fault }: Split): Generator<CsvRecord, void> {
    const isUtf8 = open.every((line) => line.isUtf8)
    open = []
    const number = next
    next += 1
    if (fields.every((field) => field.trim() === '')) return
    const misfit = fits(fields) ? null : `has ${fields.length} fields instead of ${width}`
    width ??= fields.length
    yield {
      number,
      fields,
      fault: fault === null ? misfit : 'has a stray quote, or one that is not closed',
      isUtf8,
    }
  }

  const fits = (fields: readonly string[]) => width === null || fields.length === width
  const isRow = ({ text }: Line) => {
    const { fields, fault } = splitFields(text, delimiter)
    return fault === null && fields.length === width
  }
  return { add, end }
}

interface Split {
  readonly fields: readonly string[]
  /** `open`: the text ends inside quotes; `stray`: a quote is where none may be. */
  readonly fault: 'open' | 'stray' | null
}

/** RFC 4180: quotes surround a whole field, and a quote inside is doubled. Between tabs, others are characters. */
function splitFields(text: string, delimiter: Delimiter): Split {
  if (!text.includes('"')) return { fields: text.split(delimiter), fault: null }
  const fields: string[] = []
  for (let at = 0; ; at += 1) {
    if (text[at] === '"') {
      const end = closingQuote(text, at)
      if (end === null) return { fields, fault: 'open' }
      fields.push(text.slice(at + 1, end).replaceAll('""', '"'))
      at = end + 1
      if (at < text.length && text[at] !== delimiter) return { fields, fault: 'stray' }
    } else {
      const found = text.indexOf(delimiter, at)
      const end = found === -1 ? text.length : found
      const field = text.slice(at, end)
      if (delimiter !== '\t' && field.includes('"')) return { fields, fault: 'stray' }
      fields.push(field)
      at = end
    }
    if (at >= text.length) return { fields, fault: null }
  }
}

function closingQuote(text: string, opening: number): number | null {
  for (let at = text.indexOf('"', opening + 1); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at
  }
  return null
}
