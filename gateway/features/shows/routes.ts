import { changeAndPublish } from '@called-it/infra/events/change'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { setOverlay } from '@called-it/infra/postgres/queries/catalogue/show-locks'
import {
  listShowIdsThatFollowChoice,
  upsertVenueChoice,
  type Venue,
} from '@called-it/infra/postgres/queries/catalogue/show-times'
import { listShowsByIds } from '@called-it/infra/postgres/queries/catalogue/shows'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/database'
import { settleShowTimes } from '@called-it/infra/show-times/settle-show-times'
import { topics } from '@called-it/shared/contract/events'
import type { Show } from '@called-it/shared/contract/shows'
import { type Actor, actorOf } from '../../auth/actor.ts'
import type { Handlers } from '../../http/handler.ts'
import { openPlayerCounts } from '../../resources/player-counts.ts'
import { getShow, isShowOpen, presentShow } from '../../resources/show.ts'
import { cancelShow, restoreShow } from './cancel.ts'
import { changeShow, type ShowParts } from './changed-show.ts'
import { lockShow, lockShowNow, reopenPicks, setShowStart } from './locks.ts'
import { readLiveShows, readRecentShow, readRecentShows, readUpcomingShows } from './service.ts'
import { readShowTasks } from './tasks.ts'

type ShowHandlers = Pick<
  Handlers,
  | 'listUpcomingShows'
  | 'getRecentShow'
  | 'listRecentShows'
  | 'listLiveShows'
  | 'getShow'
  | 'getShowStatus'
  | 'getClock'
  | 'lockShow'
  | 'lockShowNow'
  | 'setShowStart'
  | 'reopenPicks'
  | 'cancelShow'
  | 'restoreShow'
  | 'setShowOverlay'
  | 'listShowTasks'
  | 'chooseVenueTimes'
>

export function showRoutes(parts: ShowParts): ShowHandlers {
  const { db } = parts.postgres
  const countPlayers = openPlayerCounts(db)

  async function after(change: Promise<void>, { params }: { params: { showId: number } }): Promise<Show> {
    await change
    return presentShow(await getShow(db, params.showId))
  }

  return {
    listUpcomingShows: () => readUpcomingShows(db),
    getRecentShow: () => readRecentShow(db),
    listRecentShows: () => readRecentShows(db),
    listLiveShows: () => readLiveShows(db),
    getShow: async ({ params }) => presentShow(await getShow(db, params.showId)),
    async getShowStatus({ params }) {
      const show = await getShow(db, params.showId)
      return {
        isScored: show.isScored,
        isOpen: isShowOpen(show, show.readAt),
        hasSetlist: show.setlistRevisionId !== null,
        players: await countPlayers(show),
      }
    },
    getClock: async () => ({ now: (await getDatabaseTime(db)).toISOString() }),
    lockShow(request) {
      const { locks_at: at } = request.body
      const locksAt = at === null ? null : new Date(at)
      return after(lockShow(parts, actorOf(request), request.params.showId, locksAt), request)
    },
    lockShowNow: (request) => after(lockShowNow(parts, actorOf(request), request.params.showId), request),
    setShowStart(request) {
      const { starts_local: startsLocal } = request.body
      return after(setShowStart(parts, actorOf(request), request.params.showId, startsLocal), request)
    },
    reopenPicks(request) {
      const { locks_at, reason } = request.body
      const until = { locksAt: new Date(locks_at), reason }
      return after(reopenPicks(parts, actorOf(request), request.params.showId, until), request)
    },
    cancelShow(request) {
      const { reason } = request.body
      return after(cancelShow(parts, actorOf(request), request.params.showId, reason), request)
    },
    restoreShow: (request) => after(restoreShow(parts, actorOf(request), request.params.showId), request),
    setShowOverlay(request) {
      const { showId } = request.params
      const { overlay } = request.body
      const change = changeShow(parts, actorOf(request), showId, async ({ trx, audit }) => {
        await setOverlay(trx, showId, overlay)
        await audit('show:overlay-set', { overlay })
      })
      return after(change, request)
    },
    listShowTasks: () => readShowTasks(db),
    async chooseVenueTimes(request) {
      const { time_zone: timeZone, early_starts_local: earlyStartsLocal, ...venue } = request.body
      const choice = { timeZone, earlyStartsLocal }
      const showIds = await chooseVenueTimes(parts, actorOf(request), venue, choice)
      return { shows: (await listShowsByIds(db, showIds)).map(presentShow) }
    },
  }
}

type VenueTimes = { timeZone: string | undefined; earlyStartsLocal: string | undefined }

/** @returns the ids of the shows there whose times follow from the choice; a lock that has passed stays */
function chooseVenueTimes(
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
