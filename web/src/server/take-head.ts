import { LOOK, type RenderedPage } from '@called-it/shared/contract/rendered-page'

const TITLE = /<title>([^<]*)<\/title>/
/** React escapes quotation marks in texts, so it is in tags only. */
const STYLE = / style="([^"]*)"/g

/**
 * Takes out what does not belong into the root: the title, and the style attributes, which the content security policy
 * forbids. Rules for an attribute in their place go into a style element.
 */
export function takeHead(html: string): Omit<RenderedPage, 'queries'> {
  const looks = new Map<string, number>()
  const marked = html.replace(TITLE, '').replace(STYLE, (_, declarations: string) => {
    const look = looks.get(declarations) ?? looks.size
    looks.set(declarations, look)
    return ` ${LOOK}="${look}"`
  })
  const rules = [...looks].map(([declarations, look]) => `[${LOOK}="${look}"]{${toCss(declarations)}}`)
  return { title: plain(TITLE.exec(html)?.[1] ?? ''), looks: rules.join(''), html: marked }
}

/** A sign that could end the style element is written as CSS escapes it. */
const toCss = (declarations: string) => plain(declarations).replaceAll('<', '\\3c ')

const CHARACTERS: Readonly<Record<string, string>> = { quot: '"', '#x27': "'", lt: '<', gt: '>', amp: '&' }

/** Of what React has escaped. */
function plain(escaped: string): string {
  return escaped.replace(/&(quot|#x27|lt|gt|amp);/g, (_, name: string) => CHARACTERS[name] ?? '')
}
