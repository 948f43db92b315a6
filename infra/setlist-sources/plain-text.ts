import { compile } from 'html-to-text'

/** Bounds of what is taken from a site: far above anything real, and no page breaks under them. */
const MAX_LINE = 200
const MAX_NOTES = 10_000

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
  selector,
  options: { uppercase: false },
}))

const SKIPPED = ['img', 'script', 'style', 'iframe', 'object'].map((selector) => ({
  selector,
  format: 'skip',
}))

/** Everything that does not print, line breaks and tabs apart, and the marks that turn text around. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** A part of a site's notes, still with its markup. */
interface NotesPart {
  /** What it is about, in plain text, where it is not about the whole show: it then gets a line of its own. */
  readonly about?: string
  readonly markup: string
}

/**
 * A site's notes as text: markup stripped, entities decoded, a line for each paragraph, at most 10,000
 * characters. Null when nothing is left.
 */
export function plainNotes(parts: readonly NotesPart[]): string | null {
  const lines = parts.flatMap(({ about, markup }) => {
    const text = stripMarkup(markup)
    if (about !== undefined) return tidy(text) && `${about}: ${tidy(text)}`
    return text.split('\n').map(tidy)
  })
  return truncate(lines.filter((line) => line !== '').join('\n'), MAX_NOTES) || null
}

/** A name or a place on one line: markup stripped, entities decoded, at most 200 characters; may be empty. */
export function plainLine(markup: string): string {
  return truncate(tidy(stripMarkup(markup)), MAX_LINE)
}

const textOf = compile({
  wordwrap: false,
  selectors: [{ selector: 'a', options: { ignoreHref: true } }, ...HEADINGS, ...SKIPPED],
  limits: { maxInputLength: 1 << 20, maxDepth: 100 },
})

/** Most names hold no markup, and a list has thousands of them. */
function stripMarkup(text: string): string {
  return /[<&]/.test(text) ? textOf(text) : text
}

function tidy(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').replace(UNPRINTABLE, '').trim()
}

function truncate(text: string, length: number): string {
  if (text.length <= length) return text
  const start = text.slice(0, length - 1)
  return `${start.toWellFormed().trimEnd()}…`
}
