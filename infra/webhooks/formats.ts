import type { WebhookFormat } from '@called-it/shared/contract/webhooks'
import type { PublicEvent } from '@called-it/shared/outlets/public-events'
import type { StoredEvent } from '@called-it/shared/outlets/stored-event'

/** Discord takes 2,000 characters, and an escape can double a name. */
const MAX_NAME = 40
const MAX_ROWS = 5
const MAX_SONGS = 5

/** Slack has no escape for `*`, `_` and `~`, so its markup is off. */
const slackFormat: Format = (event, options) => ({
  text: eventText(event, options, escapeForSlack),
  mrkdwn: false,
})

function escapeForSlack(name: string): string {
  return name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** As Standard Webhooks recommends, with the page that shows it. */
export const jsonFormat: Format = (event, { hasSpoilers, publicUrl }) => ({
  type: event.kind,
  timestamp: event.at.toISOString(),
  url: linkOf(event, publicUrl),
  data: hasSpoilers ? event.payload : withoutSpoilers(event),
})

function withoutSpoilers({ kind, payload }: StoredEvent): object {
  switch (kind) {
    case 'picks-locked':
    case 'picks-proved':
      return payload
    case 'scores-corrected':
      return { show: payload.show, source: payload.source }
    case 'weekly-table':
      return { from: payload.from, to: payload.to, shows: payload.shows }
    case 'show-final':
    case 'song-played':
      return { show: payload.show }
  }
}

const ZERO_WIDTH_SPACE = '\u200b'

const discordFormat: Format = (event, options) => ({
  content: eventText(event, options, escapeForDiscord),
  allowed_mentions: { parse: [] },
})

/** Discord has no escape for `@everyone` and for addresses. */
function escapeForDiscord(name: string): string {
  return name
    .replaceAll(/[\\*_~`|<>#[\]()-]/g, String.raw`\$&`)
    .replaceAll('@', `@${ZERO_WIDTH_SPACE}`)
    .replaceAll('://', `:${ZERO_WIDTH_SPACE}//`)
}

export const formats: Record<WebhookFormat, Format> = {
  json: jsonFormat,
  discord: discordFormat,
  slack: slackFormat,
}

/** A message for a chat. @param escapeName what it does to names, so that a chat shows them as they are */
function eventText(
  event: StoredEvent,
  { hasSpoilers, publicUrl }: FormatOptions,
  escapeName: (name: string) => string,
): string {
  const name = (text: string) => escapeName(shorten(text))
  const lines = hasSpoilers ? linesOf(event, name) : [headOf(event, name)]
  return [...lines, linkOf(event, publicUrl)].join('\n')
}

type Name = (text: string) => string

/** Without a spoiler. */
function headOf({ kind, payload }: StoredEvent, name: Name): string {
  switch (kind) {
    case 'picks-locked':
      return `Picks are locked: ${showText(payload, name)} (predictions: ${payload.predictions})`
    case 'picks-proved':
      return `Picks have their proof: ${showText(payload, name)} (predictions: ${payload.predictions}, root: ${payload.root})`
    case 'song-played':
      return `A song was played: ${showText(payload, name)}`
    case 'show-final':
      return `Final: ${showText(payload, name)}`
    case 'scores-corrected':
      return `Scores were corrected: ${showText(payload, name)}`
    case 'weekly-table':
      return `The week from ${payload.from} to ${payload.to} (shows: ${payload.shows})`
  }
}

function linesOf(event: StoredEvent, name: Name): string[] {
  const head = headOf(event, name)
  const { kind, payload } = event
  switch (kind) {
    case 'picks-locked':
    case 'picks-proved':
      return [head]
    case 'song-played':
      return [`Now: ${name(payload.song.name)}`, showText(payload, name)]
    case 'show-final':
      return [head, ...payload.leaders.slice(0, MAX_ROWS).map((row) => rowOf(row, name))]
    case 'scores-corrected':
      return [head, songsOf(payload, name), `Points rose for ${payload.raised}, fell for ${payload.lowered}`]
    case 'weekly-table':
      return [head, ...payload.rows.slice(0, MAX_ROWS).map((row) => rowOf(row, name))]
  }
}

function showText({ show }: { show: PublicEvent<'show-final'>['show'] }, name: Name): string {
  return [name(show.venue), name(show.place), show.date].filter(Boolean).join(', ')
}

function rowOf(row: PublicEvent<'show-final'>['leaders'][number], name: Name): string {
  return `${row.rank}: ${row.name === null ? 'a fan without a name here' : name(row.name)}, ${row.points} points`
}

function songsOf({ songs }: PublicEvent<'scores-corrected'>, name: Name): string {
  const more = songs.length > MAX_SONGS ? ` and ${songs.length - MAX_SONGS} more` : ''
  return `Songs: ${songs
    .slice(0, MAX_SONGS)
    .map((song) => name(song.name))
    .join(', ')}${more}`
}

/** By code points: half of one is none. */
function shorten(text: string): string {
  const points = [...text.replaceAll(/\s+/g, ' ')]
  return points.length > MAX_NAME ? `${points.slice(0, MAX_NAME - 1).join('')}…` : points.join('')
}

type FormatOptions = {
  readonly hasSpoilers: boolean
  /** Without a slash at its end. */
  readonly publicUrl: string
}

/** The body of a request about an event, as JSON. */
type Format = (event: StoredEvent & { readonly at: Date }, options: FormatOptions) => object

/** The page that shows it. */
function linkOf({ payload }: StoredEvent, publicUrl: string): string {
  return 'show' in payload ? `${publicUrl}/shows/${payload.show.id}` : `${publicUrl}/leaderboard`
}
