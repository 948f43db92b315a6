import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import pg from 'pg'
import type { Postgres } from '../client.ts'
import { isOutOfRoom, isPostgresAway } from '../outage.ts'
import {
  addForeignKeys,
  analyze,
  type Client,
  copyIn,
  dropForeignKeys,
  emptySeededTables,
  findFilledTable,
  holdTables,
  inTransaction,
  listMigrations,
  listTables,
  raiseTopicVersions,
  setSequences,
  type TableShape,
} from '../queries/work/backup.ts'
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

/** The database cannot take this backup. The message is for the operator. */
export class RestoreRefusedError extends Error {
  override readonly name = 'RestoreRefusedError'
}

/**
 * Restores a backup into an empty database in one transaction. Memory use does not grow with the backup.
 *
 * @throws BackupFileError if the file is not a backup, damaged or cut off
 * @throws RestoreRefusedError if the database is not empty or at another migration than the backup
 */
export async function restoreBackup(
  pool: Postgres['pool'],
  file: string,
  onProgress: OnProgress = () => undefined,
): Promise<BackupSummary & { takenAt: string }> {
  const blocks = readBlocks(file)
  const client = await pool.connect()
  let isComplete = false
  try {
    const summary = await inTransaction(client, () => restore(client, blocks, onProgress))
    isComplete = true
    return summary
  } catch (error) {
    throw withoutRows(error)
  } finally {
    client.release(!isComplete)
    await blocks.return()
  }
}

/** What Postgres says of a refused row has the row. */
function withoutRows(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || isPostgresAway(error)) return error
  if (isOutOfRoom(error)) {
    return new RestoreRefusedError('The disk of the database has no room for the backup. Nothing is changed.')
  }
  return damaged()
}

async function restore(client: Client, blocks: Blocks, onProgress: OnProgress) {
  const header = await expectBlock(blocks, 'header')
  const tables = await prepare(client, header)
  const keys = await dropForeignKeys(client)
  await emptySeededTables(client)
  let rows = 0
  for (const table of tables) {
    rows += await restoreTable(client, table, blocks)
    onProgress({ table: table.name, rows })
  }
  const { sequences } = await expectBlock(blocks, 'end')
  // The stream must end here, where zstd checks its own checksum.
  if (!(await blocks.next()).done) throw damaged()
  await setSequences(client, sequences)
  await raiseTopicVersions(client)
  await addForeignKeys(client, keys)
  await analyze(client)
  return { takenAt: header.takenAt, tables: tables.length, rows }
}

/** Checks that the backup fits the database and returns the tables to fill, in the order of the backup. */
async function prepare(client: Client, header: BackupHeader): Promise<TableShape[]> {
  const [theirs, ours] = [header.migrations.at(-1), (await listMigrations(client)).at(-1)]
  if (theirs !== ours) {
    throw new RestoreRefusedError(
      `The backup was made at migration ${theirs ?? 'none'}, and this database is at ${ours ?? 'none'}. ` +
        'Restore it with the release that it was made with, and upgrade afterwards.',
    )
  }
  const known = await listTables(client)
  await holdTables(client, known)
  const filled = await findFilledTable(client, known)
  if (filled !== null) {
    throw new RestoreRefusedError(
      `The database is not empty: there are rows in ${filled}. A backup is restored into a new database, before ` +
        'anything else is started on it.',
    )
  }
  const shapes = new Map(known.map((table) => [table.name, table]))
  return header.tables.map(({ name, columns }) => {
    const table = shapes.get(name)
    if (!table || table.columns.join() !== columns.join()) throw damaged()
    return table
  })
}

async function restoreTable(client: Client, table: TableShape, blocks: Blocks): Promise<number> {
  const { name } = await expectBlock(blocks, 'table')
  if (name !== table.name) throw damaged()
  const hash = createHash('sha256')
  let end: Block | undefined

  async function* rows(): AsyncGenerator<Buffer, void, undefined> {
    for (;;) {
      const block = await nextBlock(blocks)
      if (block.kind !== 'rows') {
        end = block
        return
      }
      hash.update(block.value)
      yield block.value
    }
  }

  const copied = copyIn(client, table)
  await pipeline(rows, copied)
  const isAsWritten =
    end?.kind === 'tableEnd' && end.value.rows === copied.rowCount && end.value.sha256 === hash.digest('hex')
  if (!isAsWritten) throw damaged()
  return copied.rowCount
}

type Blocks = AsyncGenerator<Block, void, undefined>

async function* readBlocks(file: string): Blocks {
  await checkSignature(file)
  const packed = createReadStream(file, { start: SIGNATURE.length })
  const bytes = createZstdDecompress()
  // The reader of `bytes` gets the error.
  const reading = pipeline(packed, bytes).catch(() => undefined)
  try {
    yield* decodeBlocks(bytes)
  } catch (error) {
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

async function expectBlock<Kind extends BlockKind>(
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
