import { publicEvents } from '@called-it/shared/outlets/public-events'
import { z } from 'zod'
import type { Database } from '../../client.ts'

const stored = { id: z.int(), created_at: z.date() }

const feedEvent = z.discriminatedUnion('kind', [
  z.object({ ...stored, kind: z.literal('picks-locked'), payload: publicEvents['picks-locked'] }),
  z.object({ ...stored, kind: z.literal('picks-proved'), payload: publicEvents['picks-proved'] }),
  z.object({ ...stored, kind: z.literal('show-final'), payload: publicEvents['show-final'] }),
  z.object({ ...stored, kind: z.literal('scores-corrected'), payload: publicEvents['scores-corrected'] }),
])
export type FeedEvent = z.output<typeof feedEvent>

const KINDS = feedEvent.options.map(({ shape }) => shape.kind.value)

/** The newest first. */
export async function listFeedEvents(db: Database, limit: number): Promise<FeedEvent[]> {
  const rows = await db
    .selectFrom('public_events')
    .select(['id', 'kind', 'payload', 'created_at'])
    .where('kind', 'in', KINDS)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return z.array(feedEvent).parse(rows)
}
