import { escapeHtml } from '@called-it/infra/mail/escape-html'
import type { FeedEvent } from '@called-it/infra/postgres/queries/outlets/public-events'
import type { CorrectionSource } from '@called-it/shared/contract/corrections'
import { FEED_PATH } from '@called-it/shared/contract/served-page'
import type { Site } from '@called-it/shared/contract/site'
import { Feed } from 'feed'

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

type FeedWords = { readonly title: string; readonly summary: string; readonly path: string }

const CORRECTED_BY: Readonly<Record<CorrectionSource, string>> = {
  hand: 'An admin corrected the setlist.',
  source: 'The source of setlists corrected the setlist.',
  songs: 'Two songs are one.',
}

/** Without songs and winners: readers show it before the user chose to look, and keep names that users change. */
function wordsOf(event: FeedEvent): FeedWords {
  const { show } = event.payload
  const of = `${show.venue}, ${show.date}`
  const page = `/shows/${show.id}`
  switch (event.kind) {
    case 'picks-locked': {
      const { predictions, root, locked_at } = event.payload
      const lock = `${counted(predictions, 'prediction')}, locked ${toMinute(locked_at)} UTC.`
      return {
        title: `Picks are locked: ${of}`,
        summary: root === null ? lock : `${lock} Merkle root: ${root}`,
        path: root === null ? page : `${page}/proof`,
      }
    }
    case 'picks-proved': {
      const { predictions, root } = event.payload
      return {
        title: `Picks have their proof: ${of}`,
        summary: `${counted(predictions, 'prediction')}. Merkle root: ${root}`,
        path: `${page}/proof`,
      }
    }
    case 'show-final':
      return {
        title: `Scores are final: ${of}`,
        summary: `${counted(event.payload.players, 'player')}.`,
        path: page,
      }
    case 'scores-corrected': {
      const { source, raised, lowered } = event.payload
      return {
        title: `Scores are corrected: ${of}`,
        summary: `${CORRECTED_BY[source]} ${counted(raised, 'player')} gained points, ${lowered} lost points.`,
        path: page,
      }
    }
  }
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`
}

function toMinute(instant: string): string {
  return new Date(instant).toISOString().slice(0, 16).replace('T', ' ')
}
