import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MAX_SETLISTS_BYTES } from '@called-it/shared/contract/installation-source'
import { createFileSource } from './file/file-source.ts'
import { RefusedUploadError } from './refused-upload.ts'
import type { SetlistSource } from './source.ts'
import { unpackZip } from './unpack-zip.ts'

/** Others may still be checked, or on their way. */
const OLD_MS = 3_600_000
const MAX_STEM_CHARACTERS = 80

const folderOf = (dataDir: string) => path.join(dataDir, 'setlists')

/** @param name of `storeUpload` */
export function openUpload(dataDir: string, name: string): SetlistSource {
  return createFileSource({ paths: [path.join(folderOf(dataDir), name)] })
}

/**
 * Stores the files of a ZIP, or a single one, in a folder of its own. All of them appear at once.
 *
 * @returns the name of the folder, which the setting and runs use
 * @throws RefusedUploadError
 */
export async function storeUpload(dataDir: string, fileName: string, bytes: Readable): Promise<string> {
  const isZip = /\.zip$/i.test(fileName)
  const single = storedName(fileName)
  if (!isZip && single === null) throw new RefusedUploadError({ id: 'source.file-kind' })
  const name = `${new Date().toISOString().slice(0, 10).replaceAll('-', '')}-${randomBytes(4).toString('hex')}`
  const work = path.join(folderOf(dataDir), `.${name}`)
  const files = path.join(work, 'files')
  await mkdir(files, { recursive: true, mode: 0o700 })
  try {
    const received = isZip || single === null ? path.join(work, 'zip') : path.join(files, single)
    // The connection stays open at a refusal, so that the client receives the response.
    await pipeline(
      bytes.iterator({ destroyOnReturn: false }),
      limit,
      createWriteStream(received, { mode: 0o600 }),
    )
    if (isZip && (await unpackZip(received, files, storedName)).length === 0) {
      throw new RefusedUploadError({ id: 'source.zip-empty' })
    }
    await rename(files, path.join(folderOf(dataDir), name))
    return name
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** @param inUse stays, whatever its age */
export async function deleteOldUploads(dataDir: string, inUse: string | null): Promise<void> {
  const folder = folderOf(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    // An upload that ends meanwhile is gone.
    const found = await stat(path.join(folder, name)).catch(() => null)
    if (found && name !== inUse && Date.now() - found.mtimeMs > OLD_MS) {
      await rm(path.join(folder, name), { recursive: true, force: true })
    }
  }
}

/** Null for what the source of files does not read: hidden files, and those of other formats. */
function storedName(given: string): string | null {
  const [, stem, ending] = /(?:^|[\\/])([^.\\/][^\\/]*)(\.(?:csv|tsv|json))$/i.exec(given) ?? []
  if (stem === undefined || ending === undefined) return null
  return stem.replace(/[^\p{L}\p{N} ._-]/gu, '_').slice(0, MAX_STEM_CHARACTERS) + ending
}

async function* limit(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > MAX_SETLISTS_BYTES) throw new RefusedUploadError({ id: 'source.too-large' })
    yield chunk
  }
}
