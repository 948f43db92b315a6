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
  /** Of one line that fits, and is never cut. */
  readonly isWhole?: true
  readonly align?: 'right'
  /** Of a user: its initials take the place of a name with a letter that no font has. */
  readonly isName?: true | undefined
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
  /** SVG below the texts, without a word of a user. */
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

function toNode({ x, y, width, align, isWhole, beside, below, fallback, isName, ...text }: Text): Node {
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
    const style = { ...styleOf(beside), marginLeft: size * BESIDE_SPACE, whiteSpace: 'nowrap' }
    return node({ ...place, alignItems: 'baseline' }, [
      node(styleOf(text), text.text),
      node(style, beside.text),
    ])
  }
  if (isWhole) return node({ ...place, whiteSpace: 'nowrap' }, [node({ ...styleOf(text), width }, text.text)])
  const parts = [text, ...(below ? [below] : [])]
  return node(
    { ...place, flexDirection: 'column', gap: 16 },
    parts.map((part) => {
      const inner = align === 'right' ? width : width - ELLIPSIS_SPACE * part.size
      const style = { ...styleOf(part), ...clampTo(part.lines), width: inner }
      return node(style, cutEmoji(part.text, (inner / part.size) * (part.lines ?? 1)))
    }),
  )
}

/** Before a text beside another, of the other's size. */
export const BESIDE_SPACE = 0.22
/** Of the size: satori measures the ellipsis too narrow. */
const ELLIPSIS_SPACE = 0.3

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

/** As wide as the text in parts of its size, or wider: of both fonts the wider signs. */
export function emWidth(text: string): number {
  return [...graphemes.segment(text)].reduce((sum, { segment }) => sum + emWidthOfOne(segment), 0)
}

function emWidthOfOne(grapheme: string): number {
  if (/^[ iljI.,:;'|!’]$/.test(grapheme)) return 0.3
  if (/^[ftr1()-]$/.test(grapheme)) return 0.42
  if (/^[mwMW@%&]$/.test(grapheme)) return 0.97
  if (/^\d$/.test(grapheme)) return 0.68
  if (EMOJI.test(grapheme)) return 1.1
  if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(grapheme)) return 1
  return /^\p{Lu}/u.test(grapheme) ? 0.76 : 0.62
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
  const size = Math.floor(width / (emWidth(text) + ELLIPSIS_SPACE))
  return size >= smallest ? { size: Math.min(size, largest), lines: 1 } : { size: smallest, lines }
}

/** One line as large as fits, for what must not be cut: of a number without its end nobody sees that it is wrong. */
export function fitWhole(text: string, { width, size }: { width: number; size: number }) {
  return { text, width, size: Math.min(size, Math.floor(width / emWidth(text))), isWhole: true } as const
}
