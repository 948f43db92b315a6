import { createRequire } from 'node:module'
import type { compile } from 'html-to-text'

/** Far above anything real, and low enough that no page layout breaks. */
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

/** Non-printing characters except line breaks and tabs, and marks that change the text direction. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

interface NotesPart {
  /** Plain text; null when the part is about the whole show. It gets a line of its own. */
  readonly about?: string
  readonly markup: string
}

/** Notes without markup, a line for each paragraph, at most 10,000 characters. Null when nothing is left. */
export function plainNotes(parts: readonly NotesPart[]): string | null {
  const lines = parts.flatMap(({ about, markup }) => {
    const text = stripMarkup(markup)
    if (about !== undefined) return tidy(text) && `${about}: ${tidy(text)}`
    return text.split('\n').map(tidy)
  })
  return truncate(lines.filter((line) => line !== '').join('\n'), MAX_NOTES) || null
}

/** Strips markup and returns one line of at most 200 characters, which may be empty. */
export function plainLine(markup: string): string {
  return truncate(tidy(stripMarkup(markup)), MAX_LINE)
}

let textOf: ReturnType<typeof compile> | undefined

/** Loaded with the first markup, which few workers see: the parser takes 2 MB. */
function openParser(): ReturnType<typeof compile> {
  const parser: typeof import('html-to-text') = createRequire(import.meta.url)('html-to-text')
  return parser.compile({
    wordwrap: false,
    selectors: [{ selector: 'a', options: { ignoreHref: true } }, ...HEADINGS, ...SKIPPED],
    limits: { maxInputLength: 1 << 20, maxDepth: 100 },
  })
}

/** Skips the parser for most names: lists have thousands of them, without markup. */
function stripMarkup(text: string): string {
  if (!/[<&]/.test(text)) return text
  textOf ??= openParser()
  return textOf(text)
}

function tidy(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').replace(UNPRINTABLE, '').trim()
}

function truncate(text: string, length: number): string {
  if (text.length <= length) return text
  const start = text.slice(0, length - 1)
  return `${start.toWellFormed().trimEnd()}…`
}
