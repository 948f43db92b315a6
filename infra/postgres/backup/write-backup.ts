import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { glob, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { RELEASE } from '../../config/release.ts'
import type { Postgres } from '../client.ts'
import {
  announceBackup,
  beginSnapshot,
  type Client,
  copyOut,
  listMigrations,
  listSequences,
  listTables,
} from '../queries/work/backup.ts'
import { type Block, encodeBlocks, SIGNATURE } from './file.ts'

/**
 * Tables that grant access: after a restore every user logs in again, and no mailed link works twice. Registrations
 * without their links are of no use, and end after seven days. Seasons and statistics are built again.
 */
const EXCLUDED_TABLES: readonly string[] = [
  'auth_tokens',
  'registration_tokens',
  'registrations',
  'season_results',
  'seasons',
  'sessions',
  'tour_statistics',
]

const UNFINISHED = '.unfinished'

export type BackupSummary = { readonly tables: number; readonly rows: number }

/** Called after each table with its name and the rows written so far. */
export type OnProgress = (progress: { table: string; rows: number }) => void

export type WriteOptions = {
  readonly onProgress?: OnProgress | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Writes a backup of the database as of one instant, while it is in use. Memory use does not grow with the
 * database. The file gets its name once it is complete and on disk; only its owner can read it.
 */
export async function writeBackup(
  pool: Postgres['pool'],
  file: string,
  options: WriteOptions = {},
): Promise<BackupSummary> {
  const { signal } = options
  const client = await pool.connect()
  let isReleased = false
  const release = (isBroken: boolean) => {
    if (!isReleased) client.release(isBroken)
    isReleased = true
  }
  // A COPY that waits for a table notices nothing else.
  const breakOff = () => release(true)
  signal?.addEventListener('abort', breakOff, { once: true })
  try {
    await beginSnapshot(client)
    const summary = await writeSnapshot(client, file, options)
    await client.query('COMMIT')
    release(false)
    return summary
  } finally {
    signal?.removeEventListener('abort', breakOff)
    // A connection in the middle of a COPY cannot be reused.
    release(true)
  }
}

/** In a transaction that sees one instant. */
export async function writeSnapshot(
  client: Client,
  file: string,
  { onProgress = () => undefined, signal }: WriteOptions,
): Promise<BackupSummary> {
  const unfinished = `${file}${UNFINISHED}`
  const summary = { tables: 0, rows: 0 }
  await announceBackup(client, () => removeUnfinished(path.dirname(file)))
  try {
    await pipeline(
      readDatabase(client, summary, onProgress),
      encodeBlocks,
      createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
      sign,
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
      { signal },
    )
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return summary
}

/** Deletes what killed backups left in a folder, as far as it can. */
async function removeUnfinished(folder: string): Promise<void> {
  for await (const name of glob(`*${UNFINISHED}`, { cwd: folder })) {
    const file = path.join(folder, name)
    if (await startsAsBackup(file).catch(() => false)) await rm(file).catch(() => undefined)
  }
}

async function startsAsBackup(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SIGNATURE.length))
    return SIGNATURE.subarray(0, bytesRead).equals(buffer.subarray(0, bytesRead))
  } finally {
    await handle.close()
  }
}

async function* readDatabase(
  client: Client,
  summary: { tables: number; rows: number },
  onProgress: OnProgress,
): AsyncGenerator<Block, void, undefined> {
  const tables = (await listTables(client)).filter(({ name }) => !EXCLUDED_TABLES.includes(name))
  const migrations = await listMigrations(client)
  yield { kind: 'header', value: { takenAt: new Date().toISOString(), release: RELEASE, migrations, tables } }
  for (const table of tables) {
    yield { kind: 'table', value: { name: table.name, columns: [...table.columns] } }
    const hash = createHash('sha256')
    const rows = copyOut(client, table)
    for await (const bytes of rows) {
      hash.update(bytes)
      yield { kind: 'rows', value: bytes }
    }
    yield { kind: 'tableEnd', value: { rows: rows.rowCount, sha256: hash.digest('hex') } }
    summary.tables += 1
    summary.rows += rows.rowCount
    onProgress({ table: table.name, rows: summary.rows })
  }
  yield { kind: 'end', value: { sequences: await listSequences(client) } }
}

async function* sign(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  yield SIGNATURE
  yield* source
}
