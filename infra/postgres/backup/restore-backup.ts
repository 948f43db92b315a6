import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import type { Postgres } from '../client.ts'
import { isOutOfRoom, isPostgresAway } from '../outage.ts'
import {
  addForeignKeys,
  analyze,
  askForRestartAfterRestore,
  type Client,
  copyIn,
  dropForeignKeys,
  emptyTables,
  findFilledTable,
  holdTables,
  inTransaction,
  keepTopicVersions,
  listMigrations,
  listTables,
  raiseTopicVersions,
  renewOpenJobs,
  setSequences,
  type TableShape,
} from '../queries/work/backup.ts'
import { type BackupHeader, damaged } from './file.ts'
import { type Blocks, expectBlock, readBlocks, readTables } from './read-backup.ts'
import { type BackupSummary, type WriteOptions, writeSnapshot } from './write-backup.ts'

/** The database cannot take this backup. The message is for the operator. */
export class RestoreRefusedError extends Error {
  override readonly name = 'RestoreRefusedError'
  readonly reason: 'other_release' | 'not_empty' | 'disk_full'

  constructor(reason: RestoreRefusedError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

type RestoreOptions = WriteOptions & {
  /** The backup to make of what is replaced. Without it only an empty database is filled. */
  readonly restorePoint?: string | undefined
  /** In the transaction, as the last of it. */
  readonly beforeCommit?: (client: Client, summary: RestoreSummary) => Promise<void>
}

type RestoreSummary = BackupSummary & {
  readonly takenAt: string
  /** Null where there was nothing to lose. */
  readonly restorePoint: string | null
}

/**
 * Restores a backup in one transaction, which has the tables for itself: all is as in the backup afterwards, or as it was.
 * Memory use does not grow with the backup. The programs that run on the database start again.
 *
 * @throws BackupFileError if the file is not a backup, damaged or cut off
 * @throws RestoreRefusedError if the database is not empty, without room or at another migration than the backup
 * @throws TablesInUseError if other work does not let go of the tables
 */
export async function restoreBackup(
  pool: Postgres['pool'],
  file: string,
  options: RestoreOptions = {},
): Promise<RestoreSummary> {
  const blocks = readBlocks(file, options.signal)
  const client = await pool.connect()
  let isComplete = false
  let made: string | null = null
  const onRestorePoint = (restorePoint: string) => {
    made = restorePoint
  }
  try {
    const summary = await inTransaction(client, () => restore(client, blocks, options, onRestorePoint))
    isComplete = true
    return summary
  } catch (error) {
    // Of a commit without an answer it is not known: then it is kept.
    if (made !== null && !isPostgresAway(error)) await rm(made, { force: true })
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
    return new RestoreRefusedError(
      'disk_full',
      'The disk of the database has no room for the backup. Nothing is changed.',
    )
  }
  return damaged()
}

async function restore(
  client: Client,
  blocks: Blocks,
  { restorePoint: wanted, onProgress = () => undefined, beforeCommit, signal }: RestoreOptions,
  onRestorePoint: (file: string) => void,
): Promise<RestoreSummary> {
  const header = await expectBlock(blocks, 'header')
  await requireSameMigration(client, header)
  const known = await listTables(client)
  const tables = tablesToFill(header, known)
  await holdTables(client, known, signal)
  const filled = await findFilledTable(client, known)
  if (filled !== null && wanted === undefined) {
    throw new RestoreRefusedError(
      'not_empty',
      `The database is not empty: there are rows in ${filled}. A backup is restored into a new database, before ` +
        'anything else is started on it.',
    )
  }
  const restorePoint = filled === null ? null : (wanted ?? null)
  if (restorePoint !== null) {
    await writeSnapshot(client, restorePoint, { signal })
    onRestorePoint(restorePoint)
  }
  const keys = await dropForeignKeys(client)
  await keepTopicVersions(client)
  await emptyTables(client, known)
  const { rows, sequences } = await readTables(blocks, tables, {
    take: (table, bytes) => pipeline(bytes, copyIn(client, table)),
    onProgress,
  })
  await setSequences(client, sequences)
  await raiseTopicVersions(client)
  await renewOpenJobs(client)
  await askForRestartAfterRestore(client)
  await addForeignKeys(client, keys)
  await analyze(client)
  const summary = { takenAt: header.takenAt, tables: tables.length, rows, restorePoint }
  await beforeCommit?.(client, summary)
  return summary
}

async function requireSameMigration(client: Client, header: BackupHeader): Promise<void> {
  const [theirs, ours] = [header.migrations.at(-1), (await listMigrations(client)).at(-1)]
  if (theirs === ours) return
  throw new RestoreRefusedError(
    'other_release',
    `The backup was made at migration ${theirs ?? 'none'}, and this database is at ${ours ?? 'none'}. ` +
      'Restore it with the release that it was made with, and upgrade afterwards.',
  )
}

/** In the order of the backup. */
function tablesToFill(header: BackupHeader, known: readonly TableShape[]): TableShape[] {
  const shapes = new Map(known.map((table) => [table.name, table]))
  return header.tables.map(({ name, columns }) => {
    const table = shapes.get(name)
    if (!table || table.columns.join() !== columns.join()) throw damaged()
    return table
  })
}
