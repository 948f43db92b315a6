import { changeAndPublish } from '@called-it/infra/events/change'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  listShowIdsThatFollowChoice,
  upsertVenueChoice,
  type Venue,
} from '@called-it/infra/postgres/queries/catalogue/show-times'
import { settleShowTimes } from '@called-it/infra/show-times/settle-show-times'
import { topics } from '@called-it/shared/contract/events'
import type { Actor } from '../../auth/actor.ts'
import type { ShowParts } from './changed-show.ts'

type VenueTimes = { timeZone: string | undefined; earlyStartsLocal: string | undefined }

/** @returns the ids of the shows there whose times follow from the choice; a lock that has passed stays */
export function chooseVenueTimes(
  { postgres, publisher }: ShowParts,
  actor: Actor,
  venue: Venue,
  times: VenueTimes,
): Promise<number[]> {
  return changeAndPublish(postgres.db, publisher, async (trx, changed) => {
    await upsertVenueChoice(trx, venue, times)
    const showIds = await listShowIdsThatFollowChoice(trx, venue)
    for (const { showId } of await settleShowTimes(trx, showIds)) changed.add(topics.show(showId))
    await insertAuditEntry(trx, { ...actor, action: 'venue:times-chosen', details: { ...venue, ...times } })
    return showIds
  })
}
