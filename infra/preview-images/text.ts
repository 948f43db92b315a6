import { fontFamily } from './fonts.ts'

/** Text at a fixed place, which is cut with an ellipsis where it is longer. */
export type Text = TextStyle & {
  readonly text: string
  readonly x: number
  /** The baseline of the first line. */
  readonly y: number
  readonly width: number
  /** 1 unless given. */
  readonly lines?: number
  readonly align?: 'right'
  /** In place of a text of which no font has a letter. */
  readonly fallback?: string | undefined
  /** Follows in the same line, or below the last one. */
  readonly beside?: Attached
  readonly below?: Attached
}

type TextStyle = {
  readonly font: 'display' | 'body'
  readonly size: number
  readonly colour: string
  /** Of `display`; 800 unless given. */
  readonly weight?: 700 | 800
}

type Attached = TextStyle & { readonly text: string; readonly lines?: number }

export type Drawing = {
  /** SVG below the texts, without a word of a fan. */
  readonly shapes: string
  readonly texts: readonly Text[]
}

/** Emoji and other signs may be taller than the line, and must not move it. */
const LINE_HEIGHT = 1.2
/** From the top of a line to its baseline, as parts of the size. */
const ASCENT = { display: 0.93, body: 0.955 }

type Node = { type: string; key: null; props: { style: Record<string, string | number>; children: unknown } }

export function toTree(texts: readonly Text[]): Node {
  return node({ width: '100%', height: '100%', display: 'flex', position: 'relative' }, texts.map(toNode))
}

function toNode({ x, y, width, align, beside, below, fallback, ...text }: Text): Node {
  const { size, font } = text
  const place = {
    position: 'absolute',
    left: x,
    top: Math.round(y - ASCENT[font] * size),
    width,
    boxSizing: 'border-box',
    display: 'flex',
    textAlign: align ?? 'left',
  }
  if (beside) {
    const style = { ...styleOf(beside), marginLeft: size / 4.5, whiteSpace: 'nowrap' }
    return node({ ...place, alignItems: 'baseline' }, [
      node(styleOf(text), text.text),
      node(style, beside.text),
    ])
  }
  const parts = [text, ...(below ? [below] : [])]
  return node(
    { ...place, flexDirection: 'column', gap: 16 },
    parts.map((part) => {
      // satori measures the ellipsis too narrow.
      const inner = align === 'right' ? width : width - 0.3 * part.size
      const style = { ...styleOf(part), ...clampTo(part.lines), width: inner }
      return node(style, cutEmoji(part.text, (inner / part.size) * (part.lines ?? 1)))
    }),
  )
}

const clampTo = (lines = 1) => ({
  display: 'block',
  lineClamp: lines,
  textOverflow: 'ellipsis',
  wordBreak: 'break-word',
})

function styleOf({ font, size, colour, weight = 800 }: TextStyle) {
  return {
    fontFamily: fontFamily(font),
    fontSize: size,
    fontWeight: font === 'display' ? weight : 500,
    letterSpacing: font === 'display' ? -0.035 * size : 0,
    lineHeight: `${LINE_HEIGHT * size}px`,
    color: colour,
  }
}

const node = (style: Record<string, string | number>, children: unknown): Node => ({
  type: 'div',
  key: null,
  props: { style, children },
})

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** About as wide as the text in the display font, in parts of its size; rather too wide. */
export function emWidth(text: string): number {
  return [...graphemes.segment(text)].reduce((sum, { segment }) => sum + emWidthOfOne(segment), 0)
}

function emWidthOfOne(grapheme: string): number {
  if (/^[ iljI.,:;'|!’]$/.test(grapheme)) return 0.3
  if (/^[ftr1()-]$/.test(grapheme)) return 0.42
  if (/^[mwMW@%&]$/.test(grapheme)) return 0.95
  if (EMOJI.test(grapheme)) return 1.1
  return /^\p{Lu}/u.test(grapheme) ? 0.72 : 0.6
}

/** satori cuts rows of emoji without an ellipsis. */
function cutEmoji(text: string, em: number): string {
  if (!EMOJI.test(text) || emWidth(text) <= em) return text
  let start = ''
  for (const { segment } of graphemes.segment(text)) {
    if (emWidth(`${start}${segment}…`) > em) break
    start += segment
  }
  return `${start}…`
}

/** As large as fits into one line, else in as many lines as given at the smallest size. */
export function fit(
  text: string,
  { width, sizes: [largest, smallest], lines }: { width: number; sizes: [number, number]; lines: number },
): { size: number; lines: number } {
  const size = Math.floor(width / emWidth(text))
  return size >= smallest ? { size: Math.min(size, largest), lines: 1 } : { size: smallest, lines }
}
