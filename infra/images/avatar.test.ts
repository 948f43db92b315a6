import { createHash, randomBytes } from 'node:crypto'
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import { AVATAR_LIMITS } from '@called-it/shared/contract/entered-fields'
import { IMAGE_FORMATS, look, makeImage, paint } from '@called-it/tests/support/test-images'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ImageError, makeAvatar } from './avatar.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const SCRIPT = '<script>alert(document.cookie)</script>'
const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

async function refusalOf(image: Buffer): Promise<ImageError['reason'] | null> {
  try {
    await makeAvatar(image)
    return null
  } catch (error) {
    if (error instanceof ImageError) return error.reason
    throw error
  }
}

const stripes = (left: string, middle: string, right: string) =>
  paint({ width: 30, height: 10, colour: middle })
    .composite(
      [left, right].map((colour, index) => ({
        input: { create: { width: 10, height: 10, channels: 3 as const, background: colour } },
        left: index * 20,
        top: 0,
      })),
    )
    .png()
    .toBuffer()

/** An animation: a red frame, then as many blue ones as it takes, no two alike. */
function makeFrames(count: number) {
  const frames = Array.from({ length: count }, (_, index) => {
    const pixel = index === 0 ? [255, 0, 0] : [0, index % 2 === 0 ? 0 : 60, 255]
    return Array.from({ length: 16 }, () => pixel).flat()
  })
  return sharp(Buffer.from(frames.flat()), {
    raw: { width: 4, height: 4 * count, channels: 3, pageHeight: 4 },
  })
}

function pngChunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, checksum])
}

/** A PNG of few bytes that is many pixels wide and high, as its header says. */
function makePngBomb(side: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  const rows = deflateSync(Buffer.alloc(1024 * 1024), { level: 9 })
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

describe('makeAvatar', () => {
  test.each(IMAGE_FORMATS)('accepts %s and drops what is appended to it', async (format) => {
    const file = Buffer.concat([await makeImage(format, { colour: 'blue' }), Buffer.from(SCRIPT)])
    const { webp, contentHash } = await makeAvatar(file)
    const seen = await look(webp)
    expect(seen).toMatchObject({ format: 'webp', width: 256, height: 256, hasMetadata: false })
    expect(seen.colourAt(128, 128)).toBe('blue')
    expect(webp.toString('latin1')).not.toContain('script')
    expect(contentHash).toBe(createHash('sha256').update(webp).digest('hex'))
  })

  test('crops the middle of a wide image', async () => {
    const seen = await look((await makeAvatar(await stripes('red', 'lime', 'blue'))).webp)
    for (const left of [16, 128, 240]) expect(seen.colourAt(left, 128)).toBe('green')
  })

  test('rotates by the EXIF orientation and removes the metadata', async () => {
    const lying = await sharp(await stripes('red', 'lime', 'blue'))
      .resize(300, 300, { fit: 'fill' })
      .withExif({
        IFD0: { Make: 'Spy Camera', Copyright: 'somebody' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '44/1 30/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(lying.toString('latin1')).toContain('Spy Camera')
    expect((await sharp(lying).metadata()).orientation).toBe(6)
    const { webp } = await makeAvatar(lying)
    const seen = await look(webp)
    expect(seen.hasMetadata).toBe(false)
    expect(webp.toString('latin1')).not.toContain('Spy Camera')
    expect([seen.colourAt(128, 20), seen.colourAt(128, 236)]).toEqual(['red', 'blue'])
    expect([seen.colourAt(20, 20), seen.colourAt(236, 20)]).toEqual(['red', 'red'])
  })

  test.each(['gif', 'webp'] as const)('uses the first frame of an animated %s', async (format) => {
    const moving = await makeFrames(AVATAR_LIMITS.frames).toFormat(format).toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(AVATAR_LIMITS.frames)
    expect((await look((await makeAvatar(moving)).webp)).colourAt(128, 128)).toBe('red')
  })
})

describe('file that is no image', () => {
  const svg = Buffer.from(SVG)
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['nothing', () => Buffer.alloc(0)],
    ['a few bytes', () => Buffer.from('\0\0\0\x20ftyp', 'latin1')],
    ['random bytes', () => randomBytes(4096)],
    ['an SVG', () => svg],
    ['an SVG with its declaration', () => Buffer.from(`<?xml version="1.0"?>\n${SVG}`)],
    ['a packed SVG', () => gzipSync(svg)],
    ['an SVG that begins as a PNG does', () => Buffer.concat([PNG_SIGNATURE, svg])],
    ['an SVG that begins as a JPEG does', () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), svg])],
    ['a script that begins as a GIF does', () => Buffer.from('GIF89a/*\0\0*/=1;alert(1)')],
    ['a page', () => Buffer.from(`<!doctype html>${SCRIPT}`)],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer << >>\n%%EOF')],
    ['a PPM', () => Buffer.from('P6 1 1 255\n\x01\x02\x03', 'latin1')],
    ['a TIFF', () => makeImage('tiff')],
    [
      'an AVIF that says it is something else of its kind',
      async () => {
        const avif = await makeImage('avif')
        const size = avif.readUInt32BE(0)
        const brands = avif.toString('latin1', 0, size).replaceAll(/avi[fs]/g, 'heic')
        return Buffer.concat([Buffer.from(brands, 'latin1'), avif.subarray(size)])
      },
    ],
  ])('rejects %s', async (_, make) => {
    expect(await refusalOf(await make())).toBe('not-an-image')
  })

  test.each(IMAGE_FORMATS)('rejects a truncated %s', async (format) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const whole = await sharp({ create: { width: 100, height: 100, channels: 3, background: 'red', noise } })
      .toFormat(format)
      .toBuffer()
    expect(await refusalOf(whole)).toBeNull()
    for (const part of [0.5, 0.9]) {
      expect(await refusalOf(whole.subarray(0, whole.length * part))).toBe('not-an-image')
    }
  })
})

describe('image that is too large', () => {
  test('rejects more bytes than the limit', async () => {
    const image = await makeImage('jpeg')
    const fill = Buffer.alloc(AVATAR_LIMITS.bytes - image.length)
    expect(await refusalOf(Buffer.concat([image, fill]))).toBeNull()
    expect(await refusalOf(Buffer.concat([image, fill, Buffer.alloc(1)]))).toBe('too-large')
  })

  test('rejects 20,000 × 20,000 pixels without decoding them', async () => {
    const bomb = makePngBomb(20_000)
    expect(bomb.length).toBeLessThan(4096)
    const memoryBefore = process.memoryUsage().rss
    expect(await refusalOf(bomb)).toBe('too-large')
    expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(100 * 1024 * 1024)
  })

  test.each(['gif', 'webp'] as const)('rejects one frame more than the limit as %s', async (format) => {
    const moving = await makeFrames(AVATAR_LIMITS.frames + 1)
      .toFormat(format)
      .toBuffer()
    expect(await refusalOf(moving)).toBe('too-large')
  })
})
