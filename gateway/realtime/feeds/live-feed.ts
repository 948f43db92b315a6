import { rooms, topics } from '@called-it/shared/contract/events'
import { compareLiveShows, type LiveShowState } from '../../features/live-shows/live-show-change.ts'
import type { OutgoingEvent } from '../outgoing-event.ts'
import type { Audience, Feed } from './feed.ts'

/**
 * Publishes to the pages that watch a show what has changed since the last published version. Only the first event is
 * the complete state, as a step from 0.
 *
 * @param readShow null while only their owners see the picks
 */
export function liveFeed(
  showId: number,
  readShow: () => Promise<LiveShowState | null>,
  audience: Audience,
): Feed {
  let published: LiveShowState | null = null

  const stepTo = (show: LiveShowState, before: LiveShowState | null): OutgoingEvent => ({
    name: 'live:changed',
    event: {
      topic: topics.live(showId),
      from: before?.version ?? 0,
      to: show.version,
      showId,
      ...compareLiveShows(before, show),
    },
  })

  return {
    async publish() {
      const show = await readShow()
      const before = published
      // A step from 0 is complete.
      published = show && show.version > 0 ? show : null
      if (!show || show.version <= (before?.version ?? 0)) return
      audience.emit(rooms.show(showId), stepTo(show, before))
    },
    async eventsSince() {
      const show = await readShow()
      return show ? [stepTo(show, null)] : []
    },
  }
}
