import { createHash } from 'node:crypto'
import { escapeHtml } from '@called-it/infra/mail/escape-html'
import type { BoardRow } from '@called-it/infra/postgres/queries/standings/standings'
import type { Translate } from '@called-it/shared/languages/translate'

export type EmbedTheme = 'dark' | 'light'

type EmbeddedBoard = {
  readonly title: string
  readonly rows: readonly Pick<BoardRow, 'rank' | 'displayName' | 'total'>[]
  /** The whole board. */
  readonly link: string
  /** Null: as the visitor's system. */
  readonly theme: EmbedTheme | null
  readonly t: Translate
}

const REFRESH_SECONDS = 60

/** The colours of web/src/ui/tokens.css. */
const style = (theme: EmbedTheme | null) => `
:root { color-scheme: ${theme ?? 'light dark'}; }
body { margin: 0; padding: 16px; font: 15px/1.4 system-ui, sans-serif;
  color: light-dark(#1b1630, #f6f1e7); background: light-dark(#faf5ea, #100d1c); }
h1 { margin: 0 0 8px; font-size: 17px; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 6px 4px; text-align: start; border-bottom: 1px solid light-dark(#dcd3bf, #363057); }
th:first-child { width: 3ch; }
th:last-child, td:last-child { text-align: end; }
td:nth-child(2) { overflow-wrap: anywhere; }
a { display: inline-block; padding: 12px 0; color: inherit; }
`

/** The sources of its styles: hashes, because with a nonce the page would never be the same. */
export const STYLE_SOURCES = ([null, 'dark', 'light'] as const).map(
  (theme) => `'sha256-${createHash('sha256').update(style(theme)).digest('base64')}'`,
)

/** A page without a script, for frames of other sites. */
export function writeEmbeddedBoard({ title, rows, link, theme, t }: EmbeddedBoard): string {
  const lines = rows.map(
    ({ rank, displayName, total }) =>
      `<tr><td>${rank}</td><td><bdi>${escapeHtml(displayName)}</bdi></td><td>${total}</td></tr>`,
  )
  const table = `<table>
<thead><tr><th scope="col">#</th><th scope="col">${escapeHtml(t('feed.player'))}</th><th scope="col">${escapeHtml(t('feed.points'))}</th></tr></thead>
<tbody>
${lines.join('\n')}
</tbody>
</table>`
  return `<!doctype html>
<html lang="${t.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${REFRESH_SECONDS}">
<title>${escapeHtml(title)}</title>
<style>${style(theme)}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${rows.length === 0 ? `<p>${escapeHtml(t('feed.no-points'))}</p>` : table}
<a href="${escapeHtml(link)}" target="_blank" rel="noopener">${escapeHtml(t('feed.whole-board'))}</a>
</body>
</html>
`
}
