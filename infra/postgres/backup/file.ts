/**
 * File format of a backup: one line of signature, then blocks compressed with zstd. A block is one byte of
 * kind, four bytes of length (big-endian) and its content: JSON, or rows of the table before it.
 *
 *     header, { table, rows …, tableEnd } …, end
 *
 * A file without `end` was cut off. Each `tableEnd` holds the row count and their SHA-256.
 */
import { z } from 'zod'

export const SIGNATURE = Buffer.from('called-it backup 1\n')

/** The file is not a backup, or damaged. The message is for the operator. */
export class BackupFileError extends Error {
  override readonly name = 'BackupFileError'
}

const tableShape = z.object({ name: z.string(), columns: z.array(z.string()).readonly() })

const blocks = {
  header: z.object({
    takenAt: z.iso.datetime(),
    // Since 0.16.0.
    release: z.string().optional(),
    migrations: z.array(z.string()),
    tables: z.array(tableShape),
  }),
  table: tableShape,
  tableEnd: z.object({ rows: z.int().nonnegative(), sha256: z.string() }),
  end: z.object({ sequences: z.array(z.object({ name: z.string(), last: z.int() })) }),
} as const

export type BackupHeader = z.output<typeof blocks.header>

type BlockValues = { [Kind in keyof typeof blocks]: z.output<(typeof blocks)[Kind]> } & { rows: Buffer }
export type BlockKind = keyof BlockValues

export type BlockOf<Kind extends BlockKind> = { readonly kind: Kind; readonly value: BlockValues[Kind] }
export type Block = { [Kind in BlockKind]: BlockOf<Kind> }[BlockKind]

const CODES = { header: 72, table: 84, rows: 68, tableEnd: 69, end: 90 } as const satisfies Record<
  BlockKind,
  number
>
const HEAD_BYTES = 5
/** COPY sends far smaller pieces; a longer block means a damaged file. */
const MAX_BLOCK_BYTES = 64 * 1024 ** 2

export async function* encodeBlocks(source: AsyncIterable<Block>): AsyncGenerator<Buffer, void, undefined> {
  for await (const block of source) {
    const bytes = block.kind === 'rows' ? block.value : Buffer.from(JSON.stringify(block.value))
    const head = Buffer.alloc(HEAD_BYTES)
    head.writeUInt8(CODES[block.kind])
    head.writeUInt32BE(bytes.length, 1)
    yield head
    yield bytes
  }
}

/**
 * Reads blocks from chunks that may split them anywhere.
 *
 * @throws BackupFileError if the bytes end inside a block or are not a block
 */
export async function* decodeBlocks(source: AsyncIterable<Buffer>): AsyncGenerator<Block, void, undefined> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    while (rest.length - at >= HEAD_BYTES) {
      const length = rest.readUInt32BE(at + 1)
      if (length > MAX_BLOCK_BYTES) throw damaged()
      const end = at + HEAD_BYTES + length
      if (end > rest.length) break
      yield readBlock(rest.readUInt8(at), rest.subarray(at + HEAD_BYTES, end))
      at = end
    }
    rest = rest.subarray(at)
  }
  if (rest.length > 0) throw damaged()
}

function readBlock(code: number, bytes: Buffer): Block {
  switch (code) {
    case CODES.header:
      return { kind: 'header', value: read(blocks.header, bytes) }
    case CODES.table:
      return { kind: 'table', value: read(blocks.table, bytes) }
    case CODES.rows:
      return { kind: 'rows', value: bytes }
    case CODES.tableEnd:
      return { kind: 'tableEnd', value: read(blocks.tableEnd, bytes) }
    case CODES.end:
      return { kind: 'end', value: read(blocks.end, bytes) }
    default:
      throw damaged()
  }
}

function read<Value>(schema: z.ZodType<Value>, bytes: Buffer): Value {
  try {
    return schema.parse(JSON.parse(bytes.toString()))
  } catch (cause) {
    throw damaged(cause)
  }
}

export function damaged(cause?: unknown): BackupFileError {
  return new BackupFileError('The backup is damaged or was cut off. Nothing is changed.', { cause })
}
