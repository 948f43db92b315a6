import sharp from 'sharp'

export type Icon = {
  /** SVG. */
  readonly logo: string
  /** `#rrggbb` */
  readonly accent: string
  /** `maskable`: on a ground that every shape of a launcher may cut. */
  readonly purpose: 'any' | 'maskable'
  /** Pixels. */
  readonly size: number
}

/** A maskable logo lies within a circle of 80 % of the width. */
const LOGO_SHARE = { any: 0.66, maskable: 0.56 } as const
const CORNER_SHARE = { any: 0.22, maskable: 0 } as const

/** A PNG of the logo on the accent. */
export async function drawIcon({ logo, accent, purpose, size }: Icon): Promise<Buffer> {
  const side = Math.round(size * LOGO_SHARE[purpose])
  const drawn = await sharp(Buffer.from(logo))
    .resize(side, side, { fit: 'contain', background: 'transparent' })
    .png()
    .toBuffer()
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${size * CORNER_SHARE[purpose]}" fill="${accent}"/></svg>`
  return await sharp(Buffer.from(ground))
    .composite([{ input: drawn }])
    .png()
    .toBuffer()
}
