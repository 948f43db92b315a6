import { createHash } from 'node:crypto'
import { AVATAR_LIMITS } from '@called-it/shared/contract/entered-fields'
import sharp, { type Metadata } from 'sharp'

export type Avatar = {
  /** A square of {@link AVATAR_SIZE} pixels without metadata. */
  readonly webp: Buffer
  readonly contentHash: string
}

/** Pixels; twice the largest size on a page. */
const AVATAR_SIZE = 256

const WEBP_QUALITY = 82
/** A photograph takes a fraction of a second, a large AVIF on a busy machine several seconds. */
const MAX_SECONDS = 10

// By default every compiled loader accepts untrusted bytes.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((loader) => `VipsForeignLoad${loader}Buffer`),
})
// No image is processed twice, and the cores are for requests.
sharp.cache(false)
sharp.concurrency(1)

export class ImageError extends Error {
  override readonly name = 'ImageError'
  readonly reason: 'not-an-image' | 'too-large'

  constructor(reason: ImageError['reason'], cause?: unknown) {
    super(`the image is refused: ${reason}`, { cause })
    this.reason = reason
  }
}

/**
 * Rotates a JPEG, PNG, WebP, GIF or AVIF upright, crops it to a centred square and encodes it again, so that nothing
 * else in the file survives. The first frame of an animation is used. The format is read from the bytes.
 *
 * @throws ImageError `too-large` beyond AVATAR_LIMITS or the time limit; `not-an-image` for other or broken files
 */
export async function makeAvatar(bytes: Buffer): Promise<Avatar> {
  if (bytes.length > AVATAR_LIMITS.bytes) throw new ImageError('too-large')
  await checkImage(bytes)
  const webp = await draw(bytes)
  return { webp, contentHash: createHash('sha256').update(webp).digest('hex') }
}

/** Checks the header against the limits before any pixel is decoded. */
async function checkImage(bytes: Buffer): Promise<void> {
  const format = signedFormat(bytes)
  if (format === null) throw new ImageError('not-an-image')
  const { format: container, compression, width, height, pages = 1 } = await readHeader(bytes)
  const isAsSigned = format === 'avif' ? container === 'heif' && compression === 'av1' : container === format
  if (!isAsSigned) throw new ImageError('not-an-image')
  if (width * height > AVATAR_LIMITS.pixels || pages > AVATAR_LIMITS.frames) {
    throw new ImageError('too-large')
  }
}

async function readHeader(bytes: Buffer): Promise<Metadata> {
  try {
    // Without a limit: only the text of its error would distinguish it from a broken file.
    return await sharp(bytes, { limitInputPixels: false }).metadata()
  } catch (error) {
    throw new ImageError('not-an-image', error)
  }
}

async function draw(bytes: Buffer): Promise<Buffer> {
  try {
    // Decoders only warn about quirks of camera JPEGs; missing or corrupt data is an error.
    return await sharp(bytes, { limitInputPixels: AVATAR_LIMITS.pixels, failOn: 'error' })
      .autoOrient()
      .resize(AVATAR_SIZE, AVATAR_SIZE, { fit: 'cover' })
      .webp({ quality: WEBP_QUALITY })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer()
  } catch (error) {
    const isTimeout = error instanceof Error && error.message.startsWith('timeout:')
    throw new ImageError(isTimeout ? 'too-large' : 'not-an-image', error)
  }
}

type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

function signedFormat(bytes: Buffer): ImageFormat | null {
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(start)) return 'gif'
  if (/^RIFF.{4}WEBP/s.test(start)) return 'webp'
  return start.slice(4, 8) === 'ftyp' && listBrands(bytes).some(isAvif) ? 'avif' : null
}

const isAvif = (brand: string) => brand === 'avif' || brand === 'avis'

/** The first box of an ISO media file: its major brand, a version, and the compatible brands. */
function listBrands(bytes: Buffer): string[] {
  return bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 256)).match(/.{4}/gs) ?? []
}
