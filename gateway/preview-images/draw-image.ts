import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { textsIn } from '@called-it/languages/texts'
import { PREVIEW_SIZE, type PreviewTheme } from '@called-it/shared/contract/preview-images'
import { initialsOf } from '@called-it/shared/game/initials'
import type { Language } from '@called-it/shared/languages/formats'
import satori, { type Font } from 'satori'
import sharp from 'sharp'
import type { PreviewContent } from './content.ts'
import { draw } from './draw.ts'
import { type FontSet, loadFonts } from './fonts.ts'
import { type Text, toTree } from './text.ts'

/** For a grapheme that no font has. */
const OMITTED = '…'

/** Stacked on Latin letters, of which no font has all; not the one of keycaps. */
const STACKED_MARKS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20e2\u20e4-\u20ff\ufe20-\ufe2f]/g

// No image is processed twice, and the cores are for requests.
sharp.cache(false)
sharp.concurrency(1)

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Read once: satori keeps what it has parsed by the array. */
const loaded = new Map<FontSet, Promise<Font[]>>()

function fontsOf(set: FontSet): Promise<Font[]> {
  const fonts = loaded.get(set) ?? loadFonts(set)
  loaded.set(set, fonts)
  return fonts
}

export async function drawImage(
  content: PreviewContent,
  theme: PreviewTheme,
  language: Language,
): Promise<Buffer> {
  const t = textsIn(language)
  const { shapes, texts } = draw(content, theme, t)
  const paths = await drawTexts(texts.map(composed), t('image.a-fan'))
  return await sharp(Buffer.from(paths.replace(/^<svg[^>]*>/, (start) => start + shapes)))
    .png()
    .toBuffer()
}

/**
 * Letters are paths in the SVG, emoji images.
 *
 * @param nameless for a name of which no font has an initial
 */
async function drawTexts(texts: readonly Text[], nameless: string): Promise<string> {
  const inLatin = await layOut(texts, await fontsOf('latin'))
  if (inLatin.missing.size === 0) return inLatin.svg
  const fonts = await fontsOf(
    [...inLatin.missing].some((sign) => EAST_ASIAN.test(sign)) ? 'all' : 'alphabets',
  )
  const { svg, missing } = await layOut(texts, fonts)
  if (missing.size === 0) return svg
  return (
    await layOut(
      texts.map((text) => omit(text, missing, nameless)),
      fonts,
    )
  ).svg
}

/** With the signs that no font has. */
async function layOut(texts: readonly Text[], fonts: Font[]): Promise<{ svg: string; missing: Set<string> }> {
  const missing = new Set<string>()
  const svg = await satori(toTree(texts), {
    ...PREVIEW_SIZE,
    fonts,
    loadAdditionalAsset: async (code: string, segment: string) => {
      const emoji = code === 'emoji' ? await readEmoji(segment) : null
      if (emoji !== null) return emoji
      for (const sign of segment) missing.add(sign)
      return []
    },
  })
  return { svg, missing }
}

function composed(text: Text): Text {
  return { ...text, text: text.text.normalize('NFKC').replace(STACKED_MARKS, '').replaceAll('...', OMITTED) }
}

function omit(text: Text, missing: ReadonlySet<string>, nameless: string): Text {
  if (text.isName && [...text.text].some((sign) => missing.has(sign))) {
    const initials = [...initialsOf(text.text)].filter((sign) => !missing.has(sign)).join('')
    return { ...text, text: initials || nameless }
  }
  const known = [...text.text].map((sign) => (missing.has(sign) ? OMITTED : sign)).join('')
  const shown = known.replace(/…[…\s]*…/g, OMITTED)
  return { ...text, text: shown.trim() === OMITTED ? (text.fallback ?? OMITTED) : shown }
}

const VARIATION = 'fe0f'
const JOINER = '200d'

/** The drawing of an emoji as a data URL; of a combination without one that of its first emoji; null without any. */
async function readEmoji(emoji: string): Promise<string | null> {
  const codes = [...emoji].map((sign) => sign.codePointAt(0)?.toString(16) ?? '')
  const plain = codes.filter((code) => code !== VARIATION)
  const names = [codes.includes(JOINER) ? codes : plain, plain, plain.slice(0, 1)]
  for (const name of names) {
    const svg = await readDrawing(name.join('-'))
    if (svg !== null) return `data:image/svg+xml;base64,${svg.toString('base64')}`
  }
  return null
}

async function readDrawing(name: string): Promise<Buffer | null> {
  try {
    return await readFile(fileURLToPath(import.meta.resolve(`@twemoji/svg/${name}.svg`)))
  } catch {
    return null
  }
}
