import type { Database } from '@called-it/infra/postgres/client'
import { upsertShows, upsertTours } from '@called-it/infra/postgres/queries/catalogue/tour-import'
import { bumpTopicVersions } from '@called-it/infra/postgres/queries/live/topic-versions'
import { type DemoShow, listDemoShows } from '@called-it/infra/postgres/queries/predictions/demo-predictions'
import { findFact, insertFact } from '@called-it/infra/postgres/queries/work/installation-facts'
import type { SetlistSource } from '@called-it/infra/setlist-sources/source'
import { topics } from '@called-it/shared/contract/live'
import type { InProcessRuns } from '../in-process-runs.ts'
import { makeDemoPlayers } from './players.ts'
import { predictDemoShows } from './predictions.ts'

export type DemoParts = {
  db: Database
  /** The demo's. */
  source: SetlistSource
  runs: InProcessRuns
  /** The UTC day. */
  today: string
  /** Receives lines for a person. */
  say: (line: string) => void
}

/**
 * Loads the demo: its catalogue, its fans with their predictions, and the scores of the shows before today.
 * Once that is complete, a further call only adds the shows that have been announced since. A load that was
 * broken off is completed by the next; what is there already is never touched.
 */
export async function loadDemo(parts: DemoParts): Promise<void> {
  if ((await findFact(parts.db, 'demo-loaded')) === null) await loadWhole(parts)
  else await addAnnouncedShows(parts)
}

async function loadWhole({ db, runs, today, say }: DemoParts): Promise<void> {
  const imported = await runs.carryOut('import-catalogue', { notebookOnly: false })
  const players = await makeDemoPlayers(db)
  const shows = await listDemoShows(db)
  await predictDemoShows(db, players, shows, today)
  const past = shows.filter(({ date }) => date < today)
  for (const { id } of past.filter(({ isScored }) => !isScored)) {
    await runs.carryOut('score-show', { showId: id, fetchSetlist: true })
  }
  await insertFact(db, 'demo-loaded', true)
  say(
    `The demo is loaded: ${imported.shows} shows, ${past.length} of them scored, and ${players.length} fans.`,
  )
}

async function addAnnouncedShows({ db, source, today, say }: DemoParts): Promise<void> {
  // A show that the scheduled import has brought in has no fans yet.
  const predicted = (await listDemoShows(db)).filter(({ hasPredictions }) => hasPredictions)
  const known = new Set(predicted.map(({ sourceId }) => sourceId))
  const announced = (await source.listShows()).filter(({ sourceId }) => !known.has(sourceId))
  if (announced.length === 0) return say('The demo is up to date.')
  const tours = await source.listTours()
  const players = await makeDemoPlayers(db)
  const isNew = ({ sourceId }: DemoShow) => !known.has(sourceId)
  await db.transaction().execute(async (trx) => {
    await upsertTours(trx, source.name, tours)
    const stored = await upsertShows(trx, source.name, announced)
    await predictDemoShows(trx, players, (await listDemoShows(trx)).filter(isNew), today)
    await bumpTopicVersions(trx, [topics.catalogue, ...stored.listedShowIds.map(topics.show)])
  })
  say(`The demo has announced ${announced.length === 1 ? 'a show' : `${announced.length} shows`}.`)
}
