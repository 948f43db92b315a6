import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { worded } from '@called-it/shared/languages/translate'
import { RefusedUploadError } from './refused-upload.ts'

const ZIP_LIMITS = {
  /** Of all files in it. */
  files: 1_000,
  /** Unpacked, of all files together. */
  bytes: 500_000_000,
  /** Of a file to what it takes in the ZIP. Tables of setlists shrink to a tenth. */
  ratio: 200,
} as const

/** Without a comment, which is at most 65,535 bytes. */
const END_BYTES = 22
const MAX_DIRECTORY_BYTES = 1_000_000
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1

type Entry = {
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly packedBytes: number
  readonly bytes: number
  readonly offset: number
}

/**
 * Unpacks the files whose names `nameOf` gives another one, into a folder that has no other; subfolders are left out. Reads
 * ZIP after PKWARE's APPNOTE without zip64, in little memory: no package here can.
 *
 * @throws RefusedUploadError for one that is damaged, encrypted, or reaches beyond a limit or the folder
 */
export async function unpackZip(
  zip: string,
  folder: string,
  nameOf: (name: string) => string | null,
): Promise<string[]> {
  const file = await open(zip)
  try {
    const { size } = await file.stat()
    const entries = await readDirectory(file, size)
    entries.forEach(refuseUnsafe)
    const wanted = entries.flatMap((entry) => {
      const name = nameOf(entry.name)
      return name === null ? [] : [{ entry, name }]
    })
    refuseTwins(wanted.map(({ name }) => name.toLowerCase()))
    const total = wanted.reduce((sum, { entry }) => sum + entry.bytes, 0)
    if (total > ZIP_LIMITS.bytes) throw new RefusedUploadError({ id: 'source.zip-bomb' })
    for (const { entry, name } of wanted) await unpack(entry, zip, file, size, path.join(folder, name))
    return wanted.map(({ name }) => name)
  } catch (error) {
    if (error instanceof RangeError || isZlibError(error)) throw damaged()
    throw error
  } finally {
    await file.close()
  }
}

async function readDirectory(file: FileHandle, size: number): Promise<Entry[]> {
  const tail = await readAt(file, Math.max(0, size - END_BYTES - 0xffff), Math.min(size, END_BYTES + 0xffff))
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end === -1) throw damaged()
  const count = tail.readUInt16LE(end + 10)
  const length = tail.readUInt32LE(end + 12)
  if (count > ZIP_LIMITS.files || length > MAX_DIRECTORY_BYTES) {
    throw new RefusedUploadError(worded('source.zip-many', { count: ZIP_LIMITS.files }))
  }
  const directory = await readAt(file, tail.readUInt32LE(end + 16), length)
  const entries: Entry[] = []
  for (let at = 0; entries.length < count; ) {
    if (directory.toString('latin1', at, at + 4) !== 'PK\x01\x02') throw damaged()
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28)
    const entry = {
      name: directory.toString('utf8', at + 46, nameEnd),
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packedBytes: directory.readUInt32LE(at + 20),
      bytes: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    }
    const isEncrypted = (directory.readUInt16LE(at + 8) & ENCRYPTED) !== 0
    if (isEncrypted || ![STORED, DEFLATED].includes(entry.method)) {
      throw new RefusedUploadError({ id: 'source.zip-method' })
    }
    entries.push(entry)
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

/** Also of files that are not unpacked: such a ZIP was made to harm. */
function refuseUnsafe({ name, bytes, packedBytes }: Entry): void {
  const isAbsolute = /^(?:[\\/]|[a-z]:)/i.test(name)
  if (isAbsolute || name.includes('\0') || name.split(/[\\/]/).includes('..')) {
    throw new RefusedUploadError({ id: 'source.zip-path' })
  }
  if (bytes > packedBytes * ZIP_LIMITS.ratio) throw new RefusedUploadError({ id: 'source.zip-bomb' })
}

function refuseTwins(names: readonly string[]): void {
  const twin = names.find((name, index) => names.indexOf(name) !== index)
  if (twin !== undefined) throw new RefusedUploadError(worded('source.zip-twins', { name: twin }))
}

async function unpack(entry: Entry, zip: string, file: FileHandle, size: number, target: string) {
  const { offset, method, packedBytes } = entry
  const header = await readAt(file, offset, 30)
  if (header.toString('latin1', 0, 4) !== 'PK\x03\x04') throw damaged()
  const start = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (start + packedBytes > size) throw damaged()
  const packed =
    packedBytes === 0 ? Readable.from([]) : createReadStream(zip, { start, end: start + packedBytes - 1 })
  const checked = (bytes: AsyncIterable<Buffer>) => check(entry, bytes)
  const written = createWriteStream(target, { flags: 'wx', mode: 0o600 })
  if (method === DEFLATED) await pipeline(packed, createInflateRaw(), checked, written)
  else await pipeline(packed, checked, written)
}

/** The directory may lie about the size: what is beyond it is not written. */
async function* check(entry: Entry, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [bytes, crc] = [0, 0]
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > entry.bytes) throw damaged()
    crc = crc32(chunk, crc)
    yield chunk
  }
  if (bytes !== entry.bytes || crc !== entry.crc) throw damaged()
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw damaged()
  return buffer
}

function damaged(): RefusedUploadError {
  return new RefusedUploadError({ id: 'source.zip-damaged' })
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}
