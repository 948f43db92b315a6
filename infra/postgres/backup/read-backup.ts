import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { SequenceState, TableShape } from '../queries/work/backup.ts'
import {
  BackupFileError,
  type BackupHeader,
  type Block,
  type BlockKind,
  type BlockOf,
  damaged,
  decodeBlocks,
  SIGNATURE,
} from './file.ts'
import type { BackupSummary, OnProgress } from './write-backup.ts'

export type Blocks = AsyncGenerator<Block, void, undefined>

/**
 * Reads only the beginning of the file.
 *
 * @throws BackupFileError if the file is not a backup, or its beginning is damaged
 */
export async function readHeader(file: string): Promise<BackupHeader> {
  const blocks = readBlocks(file)
  try {
    return await expectBlock(blocks, 'header')
  } finally {
    await blocks.return()
  }
}

/**
 * Reads the whole file as a restore does, without a database. Memory use does not grow with the backup.
 *
 * @throws BackupFileError if the file is not a backup, damaged or cut off
 */
export async function verifyBackup(
  file: string,
  { onProgress = () => undefined, signal }: { onProgress?: OnProgress; signal?: AbortSignal } = {},
): Promise<BackupSummary> {
  const blocks = readBlocks(file, signal)
  try {
    const { tables } = await expectBlock(blocks, 'header')
    const { rows } = await readTables(blocks, tables, { take: readToTheEnd, onProgress })
    return { tables: tables.length, rows }
  } finally {
    await blocks.return()
  }
}

async function readToTheEnd(_: TableShape, rows: AsyncIterable<Buffer>): Promise<void> {
  for await (const _bytes of rows);
}

/** What stands after the header: rows, in COPY's text format, are passed on as they are read. */
export async function readTables(
  blocks: Blocks,
  tables: readonly TableShape[],
  {
    take,
    onProgress,
  }: {
    take: (table: TableShape, rows: AsyncGenerator<Buffer, void, undefined>) => Promise<void>
    onProgress: OnProgress
  },
): Promise<{ rows: number; sequences: SequenceState[] }> {
  let rows = 0
  for (const table of tables) {
    rows += await readTable(blocks, table, take)
    onProgress({ table: table.name, rows })
  }
  const { sequences } = await expectBlock(blocks, 'end')
  // The stream must end here, where zstd checks its own checksum.
  if (!(await blocks.next()).done) throw damaged()
  return { rows, sequences }
}

async function readTable(
  blocks: Blocks,
  table: TableShape,
  take: (table: TableShape, rows: AsyncGenerator<Buffer, void, undefined>) => Promise<void>,
): Promise<number> {
  const { name } = await expectBlock(blocks, 'table')
  if (name !== table.name) throw damaged()
  const hash = createHash('sha256')
  let count = 0
  let end: Block | undefined

  async function* rows(): AsyncGenerator<Buffer, void, undefined> {
    for (;;) {
      const block = await nextBlock(blocks)
      if (block.kind !== 'rows') {
        end = block
        return
      }
      hash.update(block.value)
      count += countLines(block.value)
      yield block.value
    }
  }

  await take(table, rows())
  const isAsWritten =
    end?.kind === 'tableEnd' && end.value.rows === count && end.value.sha256 === hash.digest('hex')
  if (!isAsWritten) throw damaged()
  return count
}

/** COPY ends each row with a line feed, and escapes those in values. */
function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1
  return count
}

export async function* readBlocks(file: string, signal?: AbortSignal): Blocks {
  await checkSignature(file)
  const packed = createReadStream(file, { start: SIGNATURE.length, signal })
  const bytes = createZstdDecompress()
  // The reader of `bytes` gets the error.
  const reading = pipeline(packed, bytes).catch(() => undefined)
  try {
    yield* decodeBlocks(bytes)
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof BackupFileError ? error : damaged(error)
  } finally {
    bytes.destroy()
    await reading
  }
}

async function checkSignature(file: string): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of createReadStream(file, { end: SIGNATURE.length - 1 })) chunks.push(chunk)
  if (!Buffer.concat(chunks).equals(SIGNATURE)) {
    throw new BackupFileError('The file is no backup of Called It, or one of a newer release.')
  }
}

async function nextBlock(blocks: Blocks): Promise<Block> {
  const { value } = await blocks.next()
  if (!value) throw damaged()
  return value
}

export async function expectBlock<Kind extends BlockKind>(
  blocks: Blocks,
  kind: Kind,
): Promise<BlockOf<Kind>['value']> {
  const block: AnyBlock = await nextBlock(blocks)
  if (!isOfKind(block, kind)) throw damaged()
  return block.value
}

type AnyBlock = { readonly kind: string; readonly value: unknown }

function isOfKind<Kind extends BlockKind>(block: AnyBlock, kind: Kind): block is BlockOf<Kind> {
  return block.kind === kind
}
