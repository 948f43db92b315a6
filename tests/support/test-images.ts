import sharp, { type Sharp } from 'sharp'

export const IMAGE_FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const

type Look = { width?: number; height?: number; colour?: string }

export function paint({ width = 400, height = 300, colour = 'red' }: Look = {}): Sharp {
  return sharp({ create: { width, height, channels: 3, background: colour } })
}

export function makeImage(format: (typeof IMAGE_FORMATS)[number] | 'tiff', look: Look = {}): Promise<Buffer> {
  return paint(look).toFormat(format).toBuffer()
}

type Seen = {
  readonly format: string | undefined
  readonly width: number
  readonly height: number
  readonly hasMetadata: boolean
  /** The strongest of red, green and blue at a point. */
  colourAt(left: number, top: number): string | undefined
}

export async function look(file: Buffer): Promise<Seen> {
  const { format, width, height, exif, icc, xmp, iptc } = await sharp(file).metadata()
  const pixels = await sharp(file).removeAlpha().raw().toBuffer()
  return {
    format,
    width,
    height,
    hasMetadata: [exif, icc, xmp, iptc].some((block) => block !== undefined),
    colourAt(left, top) {
      const start = (top * width + left) * 3
      const channels = [...pixels.subarray(start, start + 3)]
      return ['red', 'green', 'blue'][channels.indexOf(Math.max(...channels))]
    },
  }
}
