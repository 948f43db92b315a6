import type { Database } from '@called-it/infra/postgres/client'
import { listSentCorrections } from '@called-it/infra/postgres/queries/notifications/results'
import type { Correction } from '@called-it/shared/contract/corrections'
import { getShowWithPublicPicks } from '../../resources/show.ts'

/**
 * Also after the scores were reset.
 *
 * @throws ApiError `show_not_found`, `show_cancelled`, `picks_open`
 */
export async function readCorrections(db: Database, showId: number): Promise<{ corrections: Correction[] }> {
  const show = await getShowWithPublicPicks(db, showId)
  return { corrections: await listSentCorrections(db, show.id) }
}
