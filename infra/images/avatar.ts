import { createHash } from 'node:crypto'
import { AVATAR_LIMITS } from '@called-it/shared/contract/fields'
import sharp, { type Metadata } from 'sharp'

export type Avatar = {
  /** A square of {@link AVATAR_SIZE} pixels with nothing in it but the picture. */
  readonly webp: Buffer
  /** SHA-256 of `webp` in hex: names the picture in its address. */
  readonly contentHash: string
}

/** The side of an avatar in pixels: twice the largest that a page shows. */
const AVATAR_SIZE = 256

const WEBP_QUALITY = 82
/** A photograph takes a fraction of a second; a large AVIF on a busy machine takes longest. */
const LONGEST_SECONDS = 10

// The default is every loader that was compiled in; a picture is bytes from anywhere.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((loader) => `VipsForeignLoad${loader}Buffer`),
})
// No picture is made twice, and the cores belong to the calls.
sharp.cache(false)
sharp.concurrency(1)

/** Why bytes cannot become an avatar. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
  readonly reason: 'not-a-picture' | 'too-large'

  constructor(reason: PictureError['reason'], cause?: unknown) {
    super(`the picture is refused: ${reason}`, { cause })
    this.reason = reason
  }
}

/**
 * Makes an avatar of a picture (JPEG, PNG, WebP, GIF or AVIF, whatever it calls itself): upright, cut to a square
 * around its middle, and drawn anew, so that nothing else in the file comes along. Of a moving picture the first
 * frame is taken.
 *
 * @throws PictureError `too-large` beyond AVATAR_LIMITS or what can be drawn in time; `not-a-picture` where the
 * bytes are something else, or broken
 */
export async function makeAvatar(bytes: Buffer): Promise<Avatar> {
  if (bytes.length > AVATAR_LIMITS.bytes) throw new PictureError('too-large')
  await checkPicture(bytes)
  const webp = await draw(bytes)
  return { webp, contentHash: createHash('sha256').update(webp).digest('hex') }
}

/** Holds what a picture says of itself against the limits, before a pixel of it is decoded. */
async function checkPicture(bytes: Buffer): Promise<void> {
  const format = signedFormat(bytes)
  if (format === null) throw new PictureError('not-a-picture')
  const { format: container, compression, width, height, pages = 1 } = await readHeader(bytes)
  const isAsSigned = format === 'avif' ? container === 'heif' && compression === 'av1' : container === format
  if (!isAsSigned) throw new PictureError('not-a-picture')
  if (width * height > AVATAR_LIMITS.pixels || pages > AVATAR_LIMITS.frames) {
    throw new PictureError('too-large')
  }
}

async function readHeader(bytes: Buffer): Promise<Metadata> {
  try {
    // Without a limit, which would be told from a broken file by the text of its error alone.
    return await sharp(bytes, { limitInputPixels: false }).metadata()
  } catch (error) {
    throw new PictureError('not-a-picture', error)
  }
}

async function draw(bytes: Buffer): Promise<Buffer> {
  try {
    // Cameras write JPEGs that decoders only warn of; what is missing or wrong in a picture is an error.
    return await sharp(bytes, { limitInputPixels: AVATAR_LIMITS.pixels, failOn: 'error' })
      .autoOrient()
      .resize(AVATAR_SIZE, AVATAR_SIZE, { fit: 'cover' })
      .webp({ quality: WEBP_QUALITY })
      .timeout({ seconds: LONGEST_SECONDS })
      .toBuffer()
  } catch (error) {
    const isTimeout = error instanceof Error && error.message.startsWith('timeout:')
    throw new PictureError(isTimeout ? 'too-large' : 'not-a-picture', error)
  }
}

type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

/** The format that the first bytes are the sign of. */
function signedFormat(bytes: Buffer): PictureFormat | null {
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(start)) return 'gif'
  if (/^RIFF.{4}WEBP/s.test(start)) return 'webp'
  return start.slice(4, 8) === 'ftyp' && listBrands(bytes).some(isAvif) ? 'avif' : null
}

const isAvif = (brand: string) => brand === 'avif' || brand === 'avis'

/** What an ISO media file names itself in its first box: its brand, a version, and the brands it goes by too. */
function listBrands(bytes: Buffer): string[] {
  return bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 256)).match(/.{4}/gs) ?? []
}
