import type { Database } from '@called-it/infra/postgres/client'
import { takePermit } from '@called-it/infra/postgres/queries/catalogue/source-permits'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/database'
import { findFact } from '@called-it/infra/postgres/queries/work/installation-facts'
import { createSetlistSource, type SetlistSourceSetting } from '@called-it/infra/setlist-sources/catalogue'
import { glanceAt } from '@called-it/infra/setlist-sources/glance'
import {
  SetlistSourceError,
  type SourceGlance,
  type SourceShow,
} from '@called-it/infra/setlist-sources/source'
import type { ListedShow, SourcePreview, SourceTest } from '@called-it/shared/contract/installation-source'
import { utcDate } from '@called-it/shared/game/calendar'

const MAX_NEXT = 5

/** @param until ends the test: the source is not waited for any longer */
export async function lookAtSource(
  db: Database,
  setting: SetlistSourceSetting,
  until: AbortSignal,
): Promise<SourceTest> {
  const today = utcDate(await getDatabaseTime(db))
  const source = createSetlistSource(setting, {
    permit: permitOf(db, setting.name),
    until,
    today: async () => today,
    demoAnchor: async () => (await findFact(db, 'demo-anchor')) ?? today,
  })
  const { found, failure } = await orFailure(until, () => glanceAt(source))
  return { preview: found && previewOf(found, today), failure }
}

/** One request a second, shared with imports. */
export function permitOf(db: Database, source: SetlistSourceSetting['name']) {
  return async () => {
    await takePermit(db, source)
  }
}

type Attempt<Found> = { found: Found | null; failure: SourceTest['failure'] }

/** What the work finds, or why it fails. */
export async function orFailure<Found>(
  until: AbortSignal,
  work: () => Promise<Found>,
): Promise<Attempt<Found>> {
  try {
    return { found: await Promise.race([work(), endOf(until)]), failure: null }
  } catch (error) {
    if (!(error instanceof SetlistSourceError)) throw error
    const { kind, message, retryAfter } = error
    return { found: null, failure: { reason: kind, message, retry_after: retryAfter } }
  }
}

function endOf(until: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(new SetlistSourceError('timeout', 'no complete response in time'))
  if (until.aborted) end()
  else until.addEventListener('abort', end)
  return promise
}

function previewOf({ showCount, tourCount, songCount, shows }: SourceGlance, today: string): SourcePreview {
  const next = shows.filter(({ date }) => date >= today)
  const last = shows.findLast(({ date }) => date < today)
  return {
    shows: showCount,
    tours: tourCount,
    songs: songCount,
    next: next.slice(0, MAX_NEXT).map(presentShow),
    last: last ? presentShow(last) : null,
  }
}

function presentShow({ date, venue, city }: SourceShow): ListedShow {
  return { date, venue, city }
}
