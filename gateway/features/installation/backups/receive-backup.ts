import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { glob, link, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BackupFolder } from '@called-it/infra/backups/backup-folder'
import { SIGNATURE } from '@called-it/infra/postgres/backup/file'
import { isOutOfRoom } from '@called-it/infra/postgres/outage'
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
  const parent = path.dirname(folder.pathOf(await folder.newName('upload')))
  await removeAbandoned(parent)
  const unfinished = path.join(parent, randomUUID() + UNFINISHED)
  try {
    await pipeline(
      checked(upload, maxBytes),
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
    )
    return await publish(folder, unfinished)
  } catch (error) {
    throw isOutOfRoom(error) ? new ApiError('backup_no_room') : error
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Of two that end in one second each gets a name. */
async function publish(folder: BackupFolder, unfinished: string): Promise<string> {
  for (;;) {
    const name = await folder.newName('upload')
    try {
      await link(unfinished, folder.pathOf(name))
      return name
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  for await (const name of glob(`*${UNFINISHED}`, { cwd: folder })) {
    const file = path.join(folder, name)
    // One that ends meanwhile is gone.
    const found = await stat(file).catch(() => null)
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(file, { force: true })
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
