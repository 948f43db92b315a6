import type { WebhookFormat } from '@called-it/shared/contract/webhooks'
import type { StoredEvent } from '@called-it/shared/outlets/stored-event'
import { eventText } from './event-text.ts'
import { type Format, linkOf } from './format.ts'

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
