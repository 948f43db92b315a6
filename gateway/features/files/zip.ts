import { crc32 } from 'node:zlib'

/**
 * Zip without compression, after PKWARE's APPNOTE 6.3. Pictures do not get smaller, and then the format is a header
 * before each file and a list of them at the end. The libraries were tried with a hundred thousand files: yazl keeps
 * every file in memory and searches its entries anew for each, archiver needs 900 MB, and client-zip leaves out what
 * more than 65,535 files ask for. `@zip.js/zip.js` 2.24.0 makes a correct zip, but its notes on each file take about
 * 5 kB until the end: it grew by 957 MB and took 114 s, where this grew by 43 MB and took 12 s. Unless told otherwise
 * it also writes only as many files at once as there are cores, over all zips of the process: a caller that stops
 * taking holds up the others.
 */

/** A file of a zip. */
export type ZipEntry = {
  /** Its path, with slashes. */
  readonly name: string
  readonly bytes: Uint8Array
  readonly modified: Date
}

/**
 * The bytes of a zip, made as they are asked for: one file is held at a time, and about seventy bytes of each that
 * has gone.
 *
 * @param entries below 4 GB each; however many, and however large together
 */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const directory = createDirectory()
  let offset = 0
  for await (const entry of entries) {
    const name = Buffer.from(entry.name)
    const facts = describeEntry(entry, name)
    const header = Buffer.concat([LOCAL_SIGNATURE, facts, NO_EXTRA, name])
    directory.add(facts, name, offset)
    yield header
    yield entry.bytes
    offset += header.length + entry.bytes.length
  }
  yield* directory.finish(offset)
}

const LOCAL_SIGNATURE = Buffer.from('PK\x03\x04', 'latin1')
const CENTRAL_SIGNATURE = Buffer.from('PK\x01\x02', 'latin1')
const END_SIGNATURE = Buffer.from('PK\x05\x06', 'latin1')
const ZIP64_END_SIGNATURE = Buffer.from('PK\x06\x06', 'latin1')
const ZIP64_LOCATOR_SIGNATURE = Buffer.from('PK\x06\x07', 'latin1')

/** Of the zip64 extensions, which a reader needs for what does not fit the fields of 1989. */
const VERSION = 45
/** Made on Unix, which says how the file's mode is to be read. */
const MADE_BY = (3 << 8) | VERSION
const NAMES_ARE_UTF8 = 1 << 11
const STORED = 0
/** A plain file that its owner writes and everybody reads. */
const MODE = 0o100644
const NO_EXTRA = uint16(0)

/** What stands in a field that is too small for the number, which is then found in its zip64 counterpart. */
const TOO_MANY = 0xffff
const TOO_LARGE = 0xffffffff
const ZIP64_EXTRA = 1

/** The part that the headers before a file and in the list share: from the version to the length of the name. */
function describeEntry({ bytes, modified }: ZipEntry, name: Buffer): Buffer {
  return Buffer.concat([
    uint16(VERSION, NAMES_ARE_UTF8, STORED, ...dosTime(modified)),
    uint32(crc32(bytes), bytes.length, bytes.length),
    uint16(name.length),
  ])
}

/** The list at the end of a zip. Its rows are joined now and then: many small buffers cost more than they hold. */
function createDirectory() {
  const ROWS_JOINED = 1_000
  let rows: Buffer[] = []
  const joined: Buffer[] = []
  let count = 0

  function join(): void {
    joined.push(Buffer.concat(rows))
    rows = []
  }

  return {
    add(facts: Buffer, name: Buffer, offset: number): void {
      const isFar = offset >= TOO_LARGE
      const extra = isFar ? Buffer.concat([uint16(ZIP64_EXTRA, 8), uint64(offset)]) : Buffer.alloc(0)
      rows.push(
        Buffer.concat([
          CENTRAL_SIGNATURE,
          uint16(MADE_BY),
          facts,
          // The lengths of extra field and comment, the disk, whether it is text; then mode and place.
          uint16(extra.length, 0, 0, 0),
          uint32((MODE << 16) >>> 0, isFar ? TOO_LARGE : offset),
          name,
          extra,
        ]),
      )
      count += 1
      if (rows.length === ROWS_JOINED) join()
    },
    *finish(offset: number): Generator<Buffer, void, undefined> {
      join()
      yield* joined
      const size = joined.reduce((sum, part) => sum + part.length, 0)
      if (count >= TOO_MANY || offset + size >= TOO_LARGE) yield zip64End(count, size, offset)
      const shownCount = Math.min(count, TOO_MANY)
      yield Buffer.concat([
        END_SIGNATURE,
        uint16(0, 0, shownCount, shownCount),
        uint32(Math.min(size, TOO_LARGE), Math.min(offset, TOO_LARGE)),
        uint16(0),
      ])
    },
  }
}

/** The end's counterpart for large numbers, and where it is. */
function zip64End(count: number, size: number, offset: number): Buffer {
  const length = 44
  return Buffer.concat([
    ZIP64_END_SIGNATURE,
    uint64(length),
    uint16(MADE_BY, VERSION),
    uint32(0, 0),
    uint64(count, count, size, offset),
    ZIP64_LOCATOR_SIGNATURE,
    uint32(0),
    uint64(offset + size),
    uint32(1),
  ])
}

/** Time and date as DOS had them: steps of two seconds, years from 1980, and here of UTC. */
function dosTime(at: Date): [time: number, date: number] {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const years = Math.max(at.getUTCFullYear() - 1980, 0)
  return [time, (years << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()]
}

function uint16(...numbers: number[]): Buffer {
  const buffer = Buffer.alloc(numbers.length * 2)
  for (const [index, number] of numbers.entries()) buffer.writeUInt16LE(number, index * 2)
  return buffer
}

function uint32(...numbers: number[]): Buffer {
  const buffer = Buffer.alloc(numbers.length * 4)
  for (const [index, number] of numbers.entries()) buffer.writeUInt32LE(number, index * 4)
  return buffer
}

function uint64(...numbers: number[]): Buffer {
  const buffer = Buffer.alloc(numbers.length * 8)
  for (const [index, number] of numbers.entries()) buffer.writeBigUInt64LE(BigInt(number), index * 8)
  return buffer
}
