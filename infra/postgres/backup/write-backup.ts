import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type { Postgres } from '../client.ts'
import {
  beginSnapshot,
  type Client,
  copyOut,
  listMigrations,
  listSequences,
  listTables,
} from '../queries/work/backup.ts'
import { type Block, encodeBlocks, SIGNATURE } from './file.ts'

/**
 * What lets somebody in, and so is in no backup: after a restore everybody logs in again, and a mailed link that
 * was used since cannot be used twice.
 */
const LEFT_OUT: readonly string[] = ['auth_tokens', 'sessions']

/** What a backup holds. */
export type BackupSummary = { readonly tables: number; readonly rows: number }

/** Told of each table, and of the rows that are done. */
export type OnProgress = (progress: { table: string; rows: number }) => void

/**
 * Writes a backup of the whole database, as it is at one instant, while everything works on. Memory stays flat.
 * The file appears under its name when it is whole and on disk; only its owner can read it.
 */
export async function writeBackup(
  pool: Postgres['pool'],
  file: string,
  onProgress: OnProgress = () => undefined,
): Promise<BackupSummary> {
  const unfinished = `${file}.unfinished`
  const client = await pool.connect()
  const summary = { tables: 0, rows: 0 }
  let isWhole = false
  try {
    await beginSnapshot(client)
    await pipeline(
      readDatabase(client, summary, onProgress),
      encodeBlocks,
      createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
      sign,
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    )
    await client.query('COMMIT')
    await rename(unfinished, file)
    isWhole = true
  } finally {
    // A connection in the middle of a COPY is of no use to anybody.
    client.release(!isWhole)
    if (!isWhole) await rm(unfinished, { force: true })
  }
  return summary
}

async function* readDatabase(
  client: Client,
  summary: { tables: number; rows: number },
  onProgress: OnProgress,
): AsyncGenerator<Block, void, undefined> {
  const tables = (await listTables(client)).filter(({ name }) => !LEFT_OUT.includes(name))
  const migrations = await listMigrations(client)
  yield { kind: 'header', value: { takenAt: new Date().toISOString(), migrations, tables } }
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
