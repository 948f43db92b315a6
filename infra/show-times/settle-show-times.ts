import { DEFAULT_SCHEDULE, type Schedule } from '@called-it/shared/game/calendar'
import { deriveTimes, type SettledTimes, settleTimes } from '@called-it/shared/game/show-times'
import type { DatabaseTransaction } from '../postgres/client.ts'
import { insertAuditEntries } from '../postgres/queries/accounts/audit-log.ts'
import {
  holdShowsForUpdate,
  type ListedShowTimes,
  listShowTimes,
  updateShowTimes,
} from '../postgres/queries/catalogue/show-times.ts'
import { announceLocks, announceToPlayers } from '../postgres/queries/notifications/announcements.ts'
import { getDatabaseTime } from '../postgres/queries/work/database.ts'
import { findFact } from '../postgres/queries/work/installation-facts.ts'
import { loadZoneOfVenue, type ZoneOfVenue } from '../venue-zones/zone-of-venue.ts'

export type SettledShow = SettledTimes & {
  showId: number
  showdate: string
  venue: string
  /** Null for a new show. */
  lockBefore: Date | null
  /** Whether the lock has passed. */
  isPast: boolean
  /** Whether its source has just cancelled it. */
  isNewlyCancelled: boolean
}

/**
 * Derives and stores the zone, start, lock and notice of shows. Call it in the transaction of every change of their
 * date, place, listed or set times, venue's choices or exclusion, and add the topics of the returned shows. Those who
 * picked a show are notified that its lock has moved, or that its source has cancelled it.
 *
 * @returns only shows that changed
 */
export async function settleShowTimes(
  trx: DatabaseTransaction,
  showIds: readonly number[],
): Promise<SettledShow[]> {
  const zoneOfVenue = await loadZoneOfVenue()
  const schedule = (await findFact(trx, 'schedule')) ?? DEFAULT_SCHEDULE
  const settle = async (ids: readonly number[]) => {
    const shows = await listShowTimes(trx, ids)
    const now = await getDatabaseTime(trx)
    return shows
      .map((show) => settleShow(show, { zoneOfVenue, schedule, now }))
      .filter((show) => show !== null)
  }
  // Mostly nothing changes, and a lock would hold up the saves of these shows.
  const changing = (await settle(showIds)).map(({ showId }) => showId)
  if (changing.length === 0) return []
  await holdShowsForUpdate(trx, changing)
  const changed = (await settle(changing)).filter(({ showId }) => changing.includes(showId))
  await updateShowTimes(trx, changed)
  await insertAuditEntries(trx, changed.filter(({ outcome }) => outcome === 'moved').map(describeMove))
  await announce(trx, changed)
  return changed
}

function settleShow(
  show: ListedShowTimes,
  { zoneOfVenue, schedule, now }: { zoneOfVenue: ZoneOfVenue; schedule: Schedule; now: Date },
): SettledShow | null {
  const { city, state, country, showdate, listedTimes } = show
  const timeZone = listedTimes?.timeZone ?? null
  const coordinates = listedTimes?.coordinates ?? null
  const known = zoneOfVenue({ city, state, country, showdate, timeZone, coordinates }, show.chosenZone)
  const isAtHome = known.timeZone === null && schedule.zone !== null
  const zone = isAtHome ? { timeZone: schedule.zone, needsCheck: true } : known
  const checked = { ...zone, needsCheck: zone.needsCheck || show.zoneInDoubt }
  const settled = settleTimes(show, deriveTimes(show, checked, schedule), now)
  const isSame =
    settled.locksAt.getTime() === show.locksAt?.getTime() &&
    settled.startsAt?.getTime() === show.startsAt?.getTime() &&
    settled.startsLocal === show.startsLocal &&
    settled.timeZone === show.timeZone &&
    settled.zoneNeedsCheck === show.zoneNeedsCheck &&
    settled.timeSource === show.timeSource &&
    settled.notice === show.notice
  return isSame
    ? null
    : {
        ...settled,
        showId: show.id,
        showdate,
        venue: show.venue,
        lockBefore: show.locksAt,
        isPast: settled.locksAt <= now,
        isNewlyCancelled: settled.notice?.kind === 'cancelled' && show.notice?.kind !== 'cancelled',
      }
}

async function announce(trx: DatabaseTransaction, shows: readonly SettledShow[]): Promise<void> {
  await announceLocks(
    trx,
    shows.flatMap(({ showId, outcome, lockBefore: from, locksAt: to, isPast }) =>
      outcome === 'moved' && from ? [{ showId, from, to, isPast }] : [],
    ),
  )
  const cancelled = shows.filter(({ isNewlyCancelled }) => isNewlyCancelled)
  await announceToPlayers(
    trx,
    cancelled.map(({ showId, notice }) => ({
      kind: 'show-cancelled',
      showId,
      payload: { reason: notice?.reason ?? null },
    })),
  )
}

function describeMove({ showId, lockBefore, locksAt, timeZone, startsLocal, timeSource }: SettledShow) {
  return {
    actorId: null,
    action: 'show:lock-moved',
    subject: `show:${showId}`,
    address: null,
    requestId: null,
    details: {
      from: lockBefore?.toISOString() ?? null,
      to: locksAt.toISOString(),
      why: { timeZone, startsLocal, timeSource },
    },
  }
}
