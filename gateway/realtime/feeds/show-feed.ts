import type { Database } from '@called-it/infra/postgres/client'
import { findShow } from '@called-it/infra/postgres/queries/catalogue/shows'
import { listUserScores, type UserScore } from '@called-it/infra/postgres/queries/live/live-boards'
import { rooms, topics } from '@called-it/shared/contract/events'
import { presentShow } from '../../resources/show.ts'
import type { OutgoingEvent } from '../outgoing-event.ts'
import type { Audience, Feed } from './feed.ts'
import { emitInTurns } from './in-turns.ts'

/**
 * Publishes the complete show to all sockets, as a step from 0, then each user's score to that user. One query reads
 * the scores of all connected users.
 */
export function showFeed(showId: number, db: Database, audience: Audience): Feed {
  async function readShow(): Promise<OutgoingEvent[]> {
    const show = await findShow(db, showId)
    if (!show) return []
    const event = { topic: topics.show(showId), from: 0, to: show.version, show: presentShow(show) }
    return [{ name: 'show:changed', event }]
  }

  function toScoreEvent({ predictionId, total, version }: UserScore): OutgoingEvent {
    return { name: 'score:changed', event: { showId, predictionId, score: total, version } }
  }

  return {
    async publish() {
      for (const event of await readShow()) audience.emit(rooms.public, event)
      const scores = await listUserScores(db, showId, audience.userIds())
      await emitInTurns(scores, (score) => audience.emit(rooms.user(score.userId), toScoreEvent(score)))
    },
    async eventsSince(session) {
      const scores = session ? await listUserScores(db, showId, [session.userId]) : []
      return [...(await readShow()), ...scores.map(toScoreEvent)]
    },
  }
}
