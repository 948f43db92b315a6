import { said } from '../languages/said.ts'
import type { PlainId } from '../languages/translate.ts'

export const MAX_LOGO_CHARACTERS = 50_000

/** A comment, the declaration of XML, CDATA, the end or the start of an element, or text: a logo has nothing else. */
const TOKEN =
  /<!--[\s\S]*?-->|<\?xml\s[^<>]*\?>|<!\[CDATA\[(?<data>[\s\S]*?)\]\]>|<\/(?<end>[\w:.-]+)\s*>|<(?<start>[\w:.-]+)(?<attributes>(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<isEmpty>\/?)>|(?<text>[^<]+)/gy
const ATTRIBUTE = /(?<name>[\w:.-]+)\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/g

/** All other entities need a DOCTYPE, and numbers could hide what is looked for here. */
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos);)/

/** Scripts, links, and what changes attributes later. */
const ACTIVE = /^(?:script|a|handler|listener|set|animate.*|iframe|object|embed)$/
const HTML = 'http://www.w3.org/1999/xhtml'

/** Of attributes and style sheets; `\` could hide the rest. */
const REFERS_OUTSIDE = /\\|@import|(?:image|image-set|src)\(|url\((?!\s*["']?#)/i
const REFERENCE = /^(?:href|src|srcset|base|data)$/

/**
 * Why an SVG cannot be the logo, as {@link said}; null where it can. It reads the text without a parser of XML, so that
 * none can be attacked, and refuses what a logo does without.
 */
export function faultOfLogo(svg: string): string | null {
  if (svg.length > MAX_LOGO_CHARACTERS) return said('band.too-long', { max: MAX_LOGO_CHARACTERS })
  const fault = findFault(svg)
  return fault && said(fault)
}

function findFault(svg: string): PlainId | null {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(svg)) return 'band.logo-doctype'
  const open: string[] = []
  let style = ''
  let hasRoot = false
  let fault: PlainId | null = null
  let read = 0
  for (const { 0: token, groups = {} } of svg.matchAll(TOKEN)) {
    read += token.length
    const { start, end, attributes = '', isEmpty, text = '', data = '' } = groups
    if (ENTITY.test(token) && !token.startsWith('<!')) return 'band.logo-doctype'
    if (start !== undefined) {
      const isRoot = open.length === 0
      if (isRoot && (hasRoot || localName(start) !== 'svg')) return 'band.logo-no-svg'
      hasRoot = true
      fault ??= faultOfElement(localName(start), attributes)
      if (!isEmpty) open.push(start)
    } else if (end !== undefined) {
      if (open.pop() !== end) return 'band.logo-no-svg'
    } else if (open.length === 0 && (text + data).trim() !== '') return 'band.logo-no-svg'
    if (open.some((name) => localName(name) === 'style')) style += text + data
  }
  if (read < svg.length || !hasRoot || open.length > 0) return 'band.logo-no-svg'
  return fault ?? (REFERS_OUTSIDE.test(style) ? 'band.logo-outside' : null)
}

function faultOfElement(name: string, attributes: string): PlainId | null {
  if (ACTIVE.test(name)) return 'band.logo-script'
  if (name === 'foreignobject') return 'band.logo-foreign'
  for (const { groups = {} } of attributes.matchAll(ATTRIBUTE)) {
    const attribute = localName(groups.name ?? '')
    const value = (groups.double ?? groups.single ?? '').trim()
    if (attribute.startsWith('on')) return 'band.logo-event'
    if (value.toLowerCase() === HTML) return 'band.logo-foreign'
    if (REFERENCE.test(attribute) ? !value.startsWith('#') : REFERS_OUTSIDE.test(value)) {
      return 'band.logo-outside'
    }
  }
  return null
}

/** Without the prefix of its namespace, in small letters. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}

const DARK_INK = '#1c1300'
const LIGHT_INK = '#faf5ea'

/** The product's own sign, in the ink that shows on the accent. */
export function checkMark(accent: string): string {
  const ink = contrastOf(accent, DARK_INK) > contrastOf(accent, LIGHT_INK) ? DARK_INK : LIGHT_INK
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="6 3.5 20 20"><path d="m8.5 13.5 5 5 10-11" fill="none" stroke="${ink}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>`
}

/** That of the check mark. */
export function contrastOnAccent(accent: string): number {
  return Math.max(contrastOf(accent, DARK_INK), contrastOf(accent, LIGHT_INK))
}

/** The ratio of WCAG 2 of two colours such as `#ffb43a`. */
function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
