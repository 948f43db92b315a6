import type { PreviewTheme } from '@called-it/shared/contract/preview-images'
import { PREVIEW_SIZE } from '@called-it/shared/contract/preview-images'
import satori, { type Font } from 'satori'
import sharp from 'sharp'
import type { PreviewContent } from './content.ts'
import { draw } from './draw.ts'
import { readEmoji } from './emoji.ts'
import { loadFonts } from './fonts.ts'
import { type Text, toTree } from './text.ts'

/** For a grapheme that no font has. */
const OMITTED = '…'

/** Stacked on Latin letters, of which no font has all; not the one of keycaps. */
const STACKED_MARKS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20e2\u20e4-\u20ff\ufe20-\ufe2f]/g

// No image is processed twice, and the cores are for requests.
sharp.cache(false)
sharp.concurrency(1)

let fonts: Promise<Font[]> | null = null

export async function drawImage(content: PreviewContent, theme: PreviewTheme): Promise<Buffer> {
  const { shapes, texts } = draw(content, theme)
  const paths = await drawTexts(texts.map(composed))
  return await sharp(Buffer.from(paths.replace(/^<svg[^>]*>/, (start) => start + shapes)))
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** Letters are paths in the SVG, emoji images. */
async function drawTexts(texts: readonly Text[]): Promise<string> {
  fonts ??= loadFonts()
  const missing = new Set<string>()
  const options = {
    ...PREVIEW_SIZE,
    fonts: await fonts,
    loadAdditionalAsset: async (code: string, segment: string) => {
      const emoji = code === 'emoji' ? await readEmoji(segment) : null
      if (emoji !== null) return emoji
      for (const sign of segment) missing.add(sign)
      return []
    },
  }
  const svg = await satori(toTree(texts), options)
  return missing.size === 0 ? svg : satori(toTree(texts.map((text) => omit(text, missing))), options)
}

function composed(text: Text): Text {
  return { ...text, text: text.text.normalize('NFKC').replace(STACKED_MARKS, '').replaceAll('...', OMITTED) }
}

function omit(text: Text, missing: ReadonlySet<string>): Text {
  const known = [...text.text].map((sign) => (missing.has(sign) ? OMITTED : sign)).join('')
  const shown = known.replace(/…[…\s]*…/g, OMITTED)
  return { ...text, text: shown.trim() === OMITTED ? (text.fallback ?? OMITTED) : shown }
}
