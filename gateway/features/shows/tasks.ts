import type { Database } from '@called-it/infra/postgres/client'
import {
  listUnsettledShows,
  type UnsettledShow,
} from '@called-it/infra/postgres/queries/catalogue/show-times'
import type { ShowTask } from '@called-it/shared/contract/show-locks'
import { presentShow } from '../../resources/show.ts'

/** One task for each venue and kind, the soonest show first. */
export async function readShowTasks(db: Database): Promise<{ tasks: ShowTask[] }> {
  const unsettled = await listUnsettledShows(db)
  const venues = [...Map.groupBy(unsettled, ({ venueKey }) => venueKey).values()]
  return { tasks: venues.flatMap(tasksOfVenue) }
}

function tasksOfVenue(shows: readonly UnsettledShow[]): ShowTask[] {
  const lacking = shows.filter(({ lacksZone }) => lacksZone)
  const checks = Map.groupBy(shows, ({ zoneNeedsCheck, timeZone }) => (zoneNeedsCheck ? timeZone : null))
  const twos = shows.filter(({ isOneOfTwo }) => isOneOfTwo)
  return [
    ...presentTask(lacking, (task) => ({ kind: 'unknown-zone', ...task })),
    ...[...checks].flatMap(([zone, marked]) =>
      zone === null
        ? []
        : presentTask(marked, (task) => ({ kind: 'please-check', time_zone: zone, ...task })),
    ),
    ...presentTask(twos, (task) => ({ kind: 'two-shows', ...task })),
  ]
}

/** None without shows. */
function presentTask(
  shows: readonly UnsettledShow[],
  present: (task: Omit<Extract<ShowTask, { kind: 'two-shows' }>, 'kind'>) => ShowTask,
): ShowTask[] {
  const [first] = shows
  if (!first) return []
  const { venue, city, state, country, location } = first
  const place = { venue, city, state, country, location }
  return [present({ ...place, shows: shows.map(presentShow) })]
}
