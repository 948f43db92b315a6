import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { glob, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type BackupFolder, newBackupName } from '@called-it/infra/backups/backup-folder'
import { SIGNATURE } from '@called-it/infra/postgres/backup/file'
import { worded } from '@called-it/shared/languages/translate'
import { ApiError } from '../../../http/errors.ts'

/** What a killed gateway leaves behind. Those that arrive grow, or their connection is ended sooner. */
const ABANDONED_MS = 60 * 60_000
const UNFINISHED = '.uploading'
const MB = 1024 ** 2

/**
 * Writes an upload into the folder as it arrives, and returns its name there, which it gets once it is complete and on disk.
 *
 * @throws ApiError `not_a_backup`, `too_large`, `backup_no_room`
 */
export async function receiveBackup(
  folder: BackupFolder,
  upload: Readable,
  maxBytes: number,
): Promise<string> {
  await folder.make()
  const name = await chooseName(folder)
  const file = folder.pathOf(name)
  const parent = path.dirname(file)
  await removeAbandoned(parent)
  const unfinished = path.join(parent, randomUUID() + UNFINISHED)
  try {
    await pipeline(
      checked(upload, maxBytes),
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
    )
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw isDiskFull(error) ? new ApiError('backup_no_room') : error
  }
  return name
}

/** Names have seconds: the next one that is free. */
async function chooseName(folder: BackupFolder): Promise<string> {
  for (let at = Date.now(); ; at += 1_000) {
    const name = newBackupName('upload', new Date(at))
    if ((await folder.find(name)) === null) return name
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  for await (const name of glob(`*${UNFINISHED}`, { cwd: folder })) {
    const file = path.join(folder, name)
    const { mtimeMs } = await stat(file)
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(file, { force: true })
  }
}

/** Leaves the connection open at a refusal, so that the client receives the response. */
async function* checked(upload: Readable, maxBytes: number): AsyncGenerator<Buffer, void, undefined> {
  let received = 0
  let start = Buffer.alloc(0)
  for await (const chunk of upload.iterator({ destroyOnReturn: false })) {
    const bytes: Buffer = chunk
    received += bytes.length
    if (received > maxBytes) {
      throw new ApiError('too_large', {
        text: worded('backup.too-large', { mb: Math.floor(maxBytes / MB) }),
      })
    }
    if (start.length < SIGNATURE.length) {
      start = Buffer.concat([start, bytes.subarray(0, SIGNATURE.length - start.length)])
      if (!start.equals(SIGNATURE.subarray(0, start.length))) throw new ApiError('not_a_backup')
    }
    yield bytes
  }
  if (start.length < SIGNATURE.length) throw new ApiError('not_a_backup')
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}
