import { crc32, deflateRawSync } from 'node:zlib'

export type ZippedFile = {
  name: string
  content: string | Buffer
  /** What the directory says in place of the truth. */
  bytes?: number
  flags?: number
}

/** Deflated, as tools of desktops make it. */
export function makeZip(files: readonly ZippedFile[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, bytes, flags = 0 } of files) {
    const [plain, fileName] = [Buffer.from(content), Buffer.from(name)]
    const packed = deflateRawSync(plain)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(flags, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(plain), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(bytes ?? plain.length, 18)
    fields.writeUInt16LE(fileName.length, 22)
    const header = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, fileName])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), fields, place, fileName)
    parts.push(header, packed)
    offset += header.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06', 'latin1'), end])
}
