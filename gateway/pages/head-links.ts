import { escapeHtml } from '@called-it/infra/mail/escape-html'
import { FEED_PATH, MANIFEST_PATH } from '@called-it/shared/contract/served-page'
import type { Site } from '@called-it/shared/contract/site'

/** What every page names in its head: the app, its icon on iOS, and the feed. */
export function headLinks({ product, band }: Site, { touchIconPath }: { touchIconPath: string }): string {
  const feedTitle = escapeHtml(`${product}: ${band.name}`)
  return [
    `<link rel="manifest" crossorigin="use-credentials" href="${MANIFEST_PATH}" />`,
    `<link rel="apple-touch-icon" href="${touchIconPath}" />`,
    `<link rel="alternate" type="application/atom+xml" title="${feedTitle}" href="${FEED_PATH}" />`,
  ].join('\n    ')
}
