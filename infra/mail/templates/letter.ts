import type { Translate } from '@called-it/shared/languages/translate'
import { escapeHtml } from '../escape-html.ts'
import type { MailContent } from '../mail.ts'

export type Letterhead = {
  readonly product: string
  readonly band: { readonly name: string }
  readonly texts: { readonly footer: readonly string[] }
  readonly translations?: Readonly<Record<string, Footer>> | undefined
}

type Footer = { readonly footer?: readonly string[] | undefined }

const footerOf = ({ texts, translations }: Letterhead, { language }: Translate) =>
  translations?.[language]?.footer ?? texts.footer

/** Every part is plain text; addresses in `afterwards` are links in HTML, so names have no place there. */
export type Letter = {
  readonly kind: string
  readonly subject: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  readonly action: { readonly label: string; readonly link: string }
  readonly afterwards: readonly string[]
}

export function setLetter(letterhead: Letterhead, t: Translate, letter: Letter): MailContent {
  return {
    kind: letter.kind,
    subject: oneLine(letter.subject),
    text: setText(letterhead, t, letter),
    html: setHtml(letterhead, t, letter),
  }
}

function setText(letterhead: Letterhead, t: Translate, letter: Letter): string {
  const { product, band } = letterhead
  return [
    oneLine(letter.greeting),
    ...letter.paragraphs,
    `${letter.action.label}:\n${letter.action.link}`,
    ...letter.afterwards,
    `-- \n${product} · ${band.name}\n${footerOf(letterhead, t).join('\n')}`,
  ]
    .join('\n\n')
    .concat('\n')
}

/**
 * Mail clients with dark mode use the style sheet's colours, the others the inline ones, which are light. There are no
 * images and no external files, which clients block and which would reveal that the mail was opened.
 */
function setHtml(letterhead: Letterhead, t: Translate, letter: Letter): string {
  const { product, band } = letterhead
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
  const afterword = (text: string) =>
    paragraph(text).replace(
      /https?:\/\/[^\s<]+/g,
      (link) => `<a href="${link}" style="color:inherit;word-break:break-all">${link}</a>`,
    )
  const link = escapeHtml(letter.action.link)
  return `<!doctype html>
<html lang="${t.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(oneLine(letter.subject))}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: #100d1c !important; }
  .panel { background: #1a1630 !important; border-color: #363057 !important; }
  .ink { color: #f6f1e7 !important; }
  .soft, .soft a { color: #b6aed0 !important; }
}
</style>
</head>
<body class="ground" style="margin:0;padding:24px 12px;background:#faf5ea">
<div class="panel" style="max-width:520px;margin:0 auto;padding:28px;border:1px solid #e2d7c1;border-radius:14px;background:#fffdf8">
<div class="ink" style="font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;color:#1c1533">
<p style="margin:0 0 20px;font-size:20px;font-weight:700">${escapeHtml(product)}</p>
${[oneLine(letter.greeting), ...letter.paragraphs].map(paragraph).join('\n')}
<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:13px 22px;border-radius:999px;background:#ffb43a;color:#1c1300;font-weight:700;text-decoration:none">${escapeHtml(letter.action.label)}</a></p>
<p class="soft" style="margin:0 0 16px;font-size:14px;color:#5a5173;word-break:break-all">${escapeHtml(t('mail.or-copy'))} <a href="${link}" style="color:#5a5173">${link}</a></p>
${letter.afterwards.map(afterword).join('\n')}
</div>
<div class="soft" style="margin-top:24px;font:13px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;color:#5a5173">
<p style="margin:0">${escapeHtml(`${product} · ${band.name}`)}</p>
${footerOf(letterhead, t)
  .map((line) => `<p style="margin:4px 0 0">${escapeHtml(line)}</p>`)
  .join('\n')}
</div>
</div>
</body>
</html>
`
}

/** A line break in a name must not start a header or a paragraph. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
