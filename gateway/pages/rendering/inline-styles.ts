import { readFile } from 'node:fs/promises'
import path from 'node:path'

const STYLE_SHEET = /<link rel="stylesheet" crossorigin href="([^"]+)" \/>/g

/**
 * Puts the style sheets of links into the page, which then is painted before any other file has arrived. The links stay,
 * disabled, since the client's scripts load a style sheet to which nothing links.
 */
export function openInlineStyles(webRoot: string): (links: string, nonce: string) => Promise<string> {
  /** By their path, which holds a content hash. */
  const known = new Map<string, string>()

  async function read(href: string): Promise<void> {
    if (!known.has(href)) known.set(href, await readFile(path.join(webRoot, href), 'utf8'))
  }

  return async (links, nonce) => {
    await Promise.all(Array.from(links.matchAll(STYLE_SHEET), ([, href = '']) => read(href)))
    return links.replace(
      STYLE_SHEET,
      (_, href: string) =>
        `<style nonce="${nonce}">${known.get(href)}</style><link rel="stylesheet" disabled crossorigin href="${href}" />`,
    )
  }
}
