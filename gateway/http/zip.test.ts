import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { isLongRun } from '@called-it/tests/support/long-run'
import { readZip } from '@called-it/tests/support/read-zip'
import { expect, test } from 'vitest'
import { writeZip, type ZipEntry } from './zip.ts'

const modified = new Date('2026-02-03T04:05:06Z')

async function* entriesOf(...names: string[]): AsyncGenerator<ZipEntry> {
  for (const name of names) yield { name, bytes: Buffer.from(`bytes of ${name}`), modified }
}

async function zipOf(entries: AsyncIterable<ZipEntry>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of writeZip(entries)) parts.push(part)
  return Buffer.concat(parts)
}

test('contains the entries, or none', async () => {
  const names = ['avatar-1.webp', 'ünder/zwölf.txt']
  expect(readZip(await zipOf(entriesOf(...names)))).toEqual(
    new Map(names.map((name) => [name, `bytes of ${name}`])),
  )
  expect(readZip(await zipOf(entriesOf()))).toEqual(new Map())
})

/** Python's reader ignores it. */
function countInZip64(zip: Buffer): number {
  const end = zip.length - 22 - 20 - 56
  expect(zip.toString('latin1', end, end + 4)).toBe('PK\x06\x06')
  return Number(zip.readBigUInt64LE(end + 32))
}

/** Prints the number of files, the time of the first and the name of a broken one. */
const READER = `
import sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
print(len(z.infolist()), z.infolist()[0].date_time, z.testzip())`

test('writes zips that Python reads, in long runs with 70,000 files', {
  timeout: 300_000,
}, async ({ skip }) => {
  const run = promisify(execFile)
  const hasReader = await run('python3', ['--version']).then(
    () => true,
    () => false,
  )
  if (!hasReader) return skip('python3 is not installed')
  const folder = await mkdtemp(path.join(tmpdir(), 'called-it-zip-'))
  try {
    for (const count of isLongRun ? [2, 70_000] : [2]) {
      const names = Array.from({ length: count }, (_, index) => `avatar-${index}.webp`)
      const file = path.join(folder, `${count}.zip`)
      await writeFile(file, writeZip(entriesOf(...names)))
      const { stdout } = await run('python3', ['-c', READER, file])
      expect(stdout.trim()).toBe(`${count} (2026, 2, 3, 4, 5, 6) None`)
      if (count > 0xffff) expect(countInZip64(await readFile(file))).toBe(count)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('reads entries on demand and stops with its reader', async () => {
  const seen = { read: 0, ended: false }
  async function* endless(): AsyncGenerator<ZipEntry> {
    try {
      for (;;) {
        seen.read += 1
        yield { name: `avatar-${seen.read}.webp`, bytes: Buffer.alloc(1_000), modified }
      }
    } finally {
      seen.ended = true
    }
  }
  let files = 0
  for await (const part of writeZip(endless())) {
    if (part.length === 1_000) files += 1
    expect(seen.read - files).toBeLessThanOrEqual(1)
    if (files === 50) break
  }
  expect(seen).toEqual({ read: 50, ended: true })
})

test.runIf(isLongRun)('writes zip64 offsets beyond four gigabytes', async () => {
  // One buffer for all entries, since only the offsets matter.
  const megabyte = Buffer.alloc(1024 * 1024)
  async function* large(): AsyncGenerator<ZipEntry> {
    for (let index = 0; index <= 4096; index++) yield { name: `${index}`, bytes: megabyte, modified }
  }
  const tail: Uint8Array[] = []
  let length = 0
  for await (const part of writeZip(large())) {
    length += part.length
    if (part !== megabyte) tail.push(part)
  }
  const end = Buffer.concat(tail)
  const locator = end.length - 22 - 20
  expect(end.toString('latin1', locator, locator + 4)).toBe('PK\x06\x07')
  expect(Number(end.readBigUInt64LE(locator + 8))).toBe(length - 22 - 20 - 56)
  // The central directory ends with the extra field of the last entry, its offset.
  const lastOffset = Number(end.readBigUInt64LE(locator - 56 - 8))
  const sizes = Array.from({ length: 4096 }, (_, index) => 30 + `${index}`.length + megabyte.length)
  expect(lastOffset).toBe(sizes.reduce((sum, size) => sum + size, 0))
})
