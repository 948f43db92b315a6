import { escapeHtml } from '@called-it/infra/mail/escape-html'
import type { FeedEvent } from '@called-it/infra/postgres/queries/outlets/public-events'
import { FEED_PATH } from '@called-it/shared/contract/served-page'
import type { Site } from '@called-it/shared/contract/site'
import { Feed } from 'feed'
import { wordsOf } from './words.ts'

type FeedParts = {
  /** The newest first. */
  readonly events: readonly FeedEvent[]
  /** The id of the installation's feed. */
  readonly feedId: string
  readonly publicUrl: string
  readonly site: Pick<Site, 'product' | 'band'>
}

/** An entry per event, in the format of RFC 4287. */
export function writeFeed({ events, feedId, publicUrl, site }: FeedParts): string {
  // The same for ever: it must not follow the address of the site.
  const tag = `tag:called-it,2026:${feedId}`
  const feed = new Feed({
    id: tag,
    title: validText(`${site.product}: ${site.band.name}`),
    description: 'locks, final scores and corrections',
    // Constant while there is nothing, and so is the ETag.
    updated: events[0]?.created_at ?? new Date(0),
    author: { name: site.product },
    link: `${publicUrl}/`,
    feed: `${publicUrl}${FEED_PATH}`,
    generator: site.product,
  })
  for (const event of events) {
    const { title, summary, path } = wordsOf(event)
    feed.addItem({
      id: `${tag}/${event.id}`,
      // The package marks both as HTML.
      title: escapeHtml(validText(title)),
      description: escapeHtml(validText(summary)),
      link: `${publicUrl}${path}`,
      date: event.created_at,
      published: event.created_at,
    })
  }
  return feed.atom1()
}

/** Without the characters that XML forbids even as references. */
function validText(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
}
