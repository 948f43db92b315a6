import { escapeHtml } from '@called-it/infra/mail/escape-html'
import type { FeedEvent } from '@called-it/infra/postgres/queries/outlets/public-events'
import type { CorrectionSource } from '@called-it/shared/contract/corrections'
import { FEED_PATH } from '@called-it/shared/contract/served-page'
import type { Site } from '@called-it/shared/contract/site'
import type { FilledId, Translate } from '@called-it/shared/languages/translate'
import { Feed } from 'feed'

type FeedParts = {
  /** The newest first. */
  readonly events: readonly FeedEvent[]
  /** The id of the installation's feed. */
  readonly feedId: string
  readonly publicUrl: string
  readonly site: Pick<Site, 'product' | 'band'>
  readonly t: Translate
}

/** An entry per event, in the format of RFC 4287. */
export function writeFeed({ events, feedId, publicUrl, site, t }: FeedParts): string {
  // The same for ever: it must not follow the address of the site.
  const tag = `tag:called-it,2026:${feedId}`
  const feed = new Feed({
    id: tag,
    title: validText(`${site.product}: ${site.band.name}`),
    description: t('feed.about'),
    // Constant while there is nothing, and so is the ETag.
    updated: events[0]?.created_at ?? new Date(0),
    author: { name: site.product },
    link: `${publicUrl}/`,
    feed: `${publicUrl}${FEED_PATH}`,
    generator: site.product,
  })
  for (const event of events) {
    const { title, summary, path } = wordsOf(event, t)
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

type FeedWords = { readonly title: string; readonly summary: string; readonly path: string }

const CORRECTED_BY = {
  hand: 'feed.by-hand',
  source: 'feed.by-source',
  songs: 'feed.by-songs',
} as const satisfies Record<CorrectionSource, FilledId>

/** Without songs and winners: readers show it before the user chose to look, and keep names that users change. */
function wordsOf(event: FeedEvent, t: Translate): FeedWords {
  const { show } = event.payload
  const of = `${show.venue}, ${show.date}`
  const page = `/shows/${show.id}`
  switch (event.kind) {
    case 'picks-locked': {
      const { predictions, root, locked_at } = event.payload
      const lock = t('feed.locked-at', { predictions, time: toMinute(locked_at) })
      return {
        title: t('feed.locked', { show: of }),
        summary: root === null ? lock : `${lock} ${t('feed.root', { root })}`,
        path: root === null ? page : `${page}/proof`,
      }
    }
    case 'picks-proved': {
      const { predictions, root } = event.payload
      return {
        title: t('feed.proved', { show: of }),
        summary: `${t('feed.predictions', { predictions })} ${t('feed.root', { root })}`,
        path: `${page}/proof`,
      }
    }
    case 'show-final':
      return {
        title: t('feed.final', { show: of }),
        summary: t('feed.players', { players: event.payload.players }),
        path: page,
      }
    case 'scores-corrected': {
      const { source, raised, lowered } = event.payload
      return {
        title: t('feed.corrected', { show: of }),
        summary: t(CORRECTED_BY[source], { raised, lowered }),
        path: page,
      }
    }
  }
}

function toMinute(instant: string): string {
  return new Date(instant).toISOString().slice(0, 16).replace('T', ' ')
}
