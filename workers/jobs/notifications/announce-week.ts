import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { type LeagueOfWeek, listLeaguesOfWeek } from '@called-it/infra/postgres/queries/leagues/league-news'
import { listLeagueMembers } from '@called-it/infra/postgres/queries/leagues/league-tables'
import { insertOwnAnnouncement } from '@called-it/infra/postgres/queries/notifications/announcements'
import { holdLock } from '@called-it/infra/postgres/queries/work/advisory-locks'
import { holdOpenJobForUpdate, insertJob, markJobDone } from '@called-it/infra/postgres/queries/work/outbox'
import type { JobHandlers } from '@called-it/infra/queues/worker'
import { topics } from '@called-it/shared/contract/events'
import { leagueTable } from '@called-it/shared/game/leagues'
import type { NotificationDetail } from '@called-it/shared/notifications/catalogue'

const MIN_PLAYERS = 2

/** Other notifications wait while those of one job are inserted. */
export const LEAGUES_PER_JOB = 100

/** Notifies the members of leagues of their places of a week, and inserts the job of the next leagues. */
export function announceWeek({
  db,
  publisher,
}: {
  db: Database
  publisher: EventPublisher
}): JobHandlers['announce-week'] {
  return ({ monday, after = 0 }, { outboxId }) =>
    changeAndPublish(db, publisher, async (trx, changed) => {
      if (!(await holdOpenJobForUpdate(trx, outboxId))) return
      const leagues = await listLeaguesOfWeek(trx, { monday, after, max: LEAGUES_PER_JOB })
      const weeks = []
      for (const league of leagues) {
        const table = await readTable(trx, league, monday)
        if (table.filter(({ total }) => total > 0).length >= MIN_PLAYERS) weeks.push({ league, table })
      }
      // Afterwards: other notifications wait for it.
      await holdLock(trx, 'notifications')
      for (const { league, table } of weeks) {
        await insertOwnAnnouncement(trx, {
          kind: 'league-news',
          showId: null,
          payload: { news: 'week', league: { id: league.id, name: league.name } },
          notifications: table.map(({ userId, rank, total }) => ({
            userId,
            detail: {
              place: { rank, of: table.length, points: total },
            } satisfies NotificationDetail<'league-news'>,
          })),
        })
      }
      changed.add(topics.notifications)
      const last = leagues[LEAGUES_PER_JOB - 1]
      if (last) await insertJob(trx, 'announce-week', { monday, after: last.id })
      await markJobDone(trx, outboxId)
    })
}

async function readTable(trx: DatabaseTransaction, league: LeagueOfWeek, monday: string) {
  const members = await listLeagueMembers(trx, { league, part: { week: monday } })
  return leagueTable(members, { counts_from: league.counts_from, drop_worst: 0 })
}
