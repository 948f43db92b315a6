import type { StoredEvent } from '@called-it/shared/outlets/stored-event'
import { type Format, linkOf } from './format.ts'

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
