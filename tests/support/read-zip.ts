import { crc32 } from 'node:zlib'
import { expect } from 'vitest'

/** The files of a zip by name. Compares the central directory with the local headers. */
export function readZip(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [crc, , size] = [16, 20, 24].map((field) => zip.readUInt32LE(at + field))
    const nameLength = zip.readUInt16LE(at + 28)
    const offset = zip.readUInt32LE(at + 42)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    expect(zip.toString('latin1', offset, offset + 4)).toBe('PK\x03\x04')
    expect(zip.subarray(offset + 4, offset + 28)).toEqual(zip.subarray(at + 6, at + 30))
    const start = offset + 30 + nameLength
    const bytes = zip.subarray(start, start + (size ?? 0))
    expect(crc32(bytes)).toBe(crc)
    files.set(name, bytes.toString())
    at += 46 + nameLength
  }
  expect(at).toBe(end)
  return files
}
