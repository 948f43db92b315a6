import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { worded } from '@called-it/shared/languages/translate'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { RefusedUploadError } from './refused-upload.ts'

const ZIP_LIMITS = {
  /** Of all files in it. */
  files: 1_000,
  /** Unpacked, of all files together. */
  bytes: 500_000_000,
  /** Of a file to what it takes in the ZIP. Tables of setlists shrink to a tenth. */
  ratio: 200,
} as const

const STORED = 0
const DEFLATED = 8

/** What yauzl says of a name that leads out of the folder. */
const UNSAFE_NAME = /^(?:absolute path|invalid relative path|invalid characters in fileName)/

/**
 * Unpacks the files whose names `nameOf` gives another one, into a folder that has no other; subfolders are left out.
 *
 * @throws RefusedUploadError for one that is damaged, encrypted, or reaches beyond a limit or the folder
 */
export async function unpackZip(
  zip: string,
  folder: string,
  nameOf: (name: string) => string | null,
): Promise<string[]> {
  let file: ZipFile | null = null
  try {
    file = await openPromise(zip, { autoClose: false })
    if (file.entryCount > ZIP_LIMITS.files) {
      throw new RefusedUploadError(worded('source.zip-many', { count: ZIP_LIMITS.files }))
    }
    const wanted: { entry: Entry; name: string }[] = []
    for await (const entry of file.eachEntry()) {
      refuseUnsafe(entry)
      const name = nameOf(entry.fileName)
      if (name !== null) wanted.push({ entry, name })
    }
    refuseTwins(wanted.map(({ name }) => name.toLowerCase()))
    const total = wanted.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
    if (total > ZIP_LIMITS.bytes) throw new RefusedUploadError({ id: 'source.zip-bomb' })
    for (const { entry, name } of wanted) await unpack(file, entry, path.join(folder, name))
    return wanted.map(({ name }) => name)
  } catch (error) {
    throw toRefusal(error)
  } finally {
    file?.close()
  }
}

/** Also of files that are not unpacked: such a ZIP was made to harm. */
function refuseUnsafe(entry: Entry): void {
  const { compressionMethod, compressedSize, uncompressedSize } = entry
  if (entry.isEncrypted() || ![STORED, DEFLATED].includes(compressionMethod)) {
    throw new RefusedUploadError({ id: 'source.zip-method' })
  }
  if (uncompressedSize > compressedSize * ZIP_LIMITS.ratio) {
    throw new RefusedUploadError({ id: 'source.zip-bomb' })
  }
}

function refuseTwins(names: readonly string[]): void {
  const twin = names.find((name, index) => names.indexOf(name) !== index)
  if (twin !== undefined) throw new RefusedUploadError(worded('source.zip-twins', { name: twin }))
}

/** yauzl checks the size. */
async function unpack(file: ZipFile, entry: Entry, target: string): Promise<void> {
  let checksum = 0
  async function* summed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of chunks) {
      checksum = crc32(chunk, checksum)
      yield chunk
    }
  }
  const written = createWriteStream(target, { flags: 'wx', mode: 0o600 })
  await pipeline(await file.openReadStreamPromise(entry), summed, written)
  if (checksum !== entry.crc32) throw new RefusedUploadError({ id: 'source.zip-damaged' })
}

function toRefusal(error: unknown): unknown {
  // A disk that is full is not the fault of the ZIP.
  const isOurs = error instanceof RefusedUploadError || (error instanceof Error && 'syscall' in error)
  if (isOurs || !(error instanceof Error)) return error
  return new RefusedUploadError({
    id: UNSAFE_NAME.test(error.message) ? 'source.zip-path' : 'source.zip-damaged',
  })
}
