import type { SourceSetlist } from '../../../setlist-sources/source.ts'
import type { Database } from '../../client.ts'

export type StoredReading = {
  /** The show's source. */
  source: string
  /** The last that it listed; null if it has listed none. */
  setlist: SourceSetlist | null
  readAt: Date
  /** Whether the last request failed. */
  isAway: boolean
}

export async function findStoredReading(db: Database, showId: number): Promise<StoredReading | null> {
  const reading = await db
    .selectFrom('source_readings as reading')
    .innerJoin('shows', 'shows.id', 'reading.show_id')
    .select(['shows.source', 'reading.setlist', 'reading.read_at as readAt', 'reading.failures'])
    .where('reading.show_id', '=', showId)
    .executeTakeFirst()
  if (!reading) return null
  const { failures, ...rest } = reading
  return { ...rest, isAway: failures > 0 }
}
