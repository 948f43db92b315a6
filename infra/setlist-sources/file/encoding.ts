import { isUtf8 } from 'node:buffer'
import { BrokenFileError } from './broken-file.ts'

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]
const UTF_16_MARKS = [
  [0xff, 0xfe],
  [0xfe, 0xff],
]

const LINE_END = /\r\n|\n|\r/
const CR = 13
const LF = 10

/** Far above any row's; without a line end the rest of a file would have to be held. */
const MAX_LINE_BYTES = 1 << 20

export interface Line {
  readonly text: string
  /** Otherwise each byte has become one character. */
  readonly isUtf8: boolean
}

/**
 * The lines of UTF-8 in order, as they arrive.
 *
 * @throws BrokenFileError for UTF-16 and for lines without end
 */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line, void> {
  let rest: Buffer | null = null
  for await (const chunk of chunks) {
    const bytes: Buffer = rest === null ? withoutMark(chunk) : Buffer.concat([rest, chunk])
    // A CR at the end may have its LF in the next chunk.
    const end = Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR, -2)) + 1
    yield* decodeLines(bytes.subarray(0, end))
    rest = bytes.subarray(end)
    if (rest.length > MAX_LINE_BYTES) throw new BrokenFileError(`has a line of over ${MAX_LINE_BYTES} bytes`)
  }
  if (rest !== null && rest.length > 0) yield* decodeLines(rest)
}

/** Strict: replacement characters would be stored unnoticed. */
function decodeLines(bytes: Buffer): readonly Line[] {
  if (bytes.length === 0) return []
  const isValid = isUtf8(bytes)
  const lines = bytes.toString(isValid ? 'utf8' : 'latin1').split(LINE_END)
  // The text ends with a line end, except at the end of the file.
  if (lines.at(-1) === '') lines.pop()
  if (isValid) return lines.map((text) => ({ text, isUtf8: true }))
  return lines.map((text) => {
    const line = Buffer.from(text, 'latin1')
    return isUtf8(line) ? { text: line.toString('utf8'), isUtf8: true } : { text, isUtf8: false }
  })
}

/** @throws BrokenFileError that names the first line that is not UTF-8 */
export function decodeText(file: Buffer): string {
  const bytes = withoutMark(file)
  if (isUtf8(bytes)) return bytes.toString('utf8')
  const line = decodeLines(bytes).findIndex((found) => !found.isUtf8) + 1
  throw new BrokenFileError(`is not UTF-8 in line ${line}`)
}

function withoutMark(bytes: Buffer): Buffer {
  const startsWith = (mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte)
  // Text that begins with a letter has a zero beside it.
  if (UTF_16_MARKS.some(startsWith) || bytes[0] === 0 || bytes[1] === 0) {
    throw new BrokenFileError('is UTF-16. Save it as UTF-8')
  }
  return startsWith(BYTE_ORDER_MARK) ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes
}
