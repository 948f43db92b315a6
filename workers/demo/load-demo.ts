import type { Database } from '@called-it/infra/postgres/client'
import { upsertTours } from '@called-it/infra/postgres/queries/catalogue/tour-import'
import { bumpTopicVersions } from '@called-it/infra/postgres/queries/live/topic-versions'
import { type DemoShow, listDemoShows } from '@called-it/infra/postgres/queries/predictions/demo-predictions'
import { findFact, insertFact } from '@called-it/infra/postgres/queries/work/installation-facts'
import type { SetlistSource } from '@called-it/infra/setlist-sources/source'
import { topics } from '@called-it/shared/contract/live'
import { DEFAULT_SCHEDULE } from '@called-it/shared/game/calendar'
import { storeShows } from '../jobs/store-shows.ts'
import type { InProcessRunner } from '../runs/in-process-runner.ts'
import { makeDemoPlayers } from './players.ts'
import { predictDemoShows } from './predictions.ts'

export type DemoParts = {
  db: Database
  source: SetlistSource
  runner: InProcessRunner
  today: string
  print: (line: string) => void
}

/**
 * Loads the catalogue, the fans with their predictions, and the scores of the shows before today; once that is
 * complete, adds the shows announced since. The next call completes an interrupted load. Existing rows are
 * never changed.
 */
export async function loadDemo(parts: DemoParts): Promise<void> {
  if ((await findFact(parts.db, 'demo-loaded')) === null) await loadEverything(parts)
  else await addAnnouncedShows(parts)
}

async function loadEverything({ db, runner, today, print }: DemoParts): Promise<void> {
  // What the locks below follow from, so that the workers compute them again only by another schedule.
  await insertFact(db, 'schedule', DEFAULT_SCHEDULE)
  const imported = await runner.run('import-catalogue', { notebookOnly: false })
  const players = await makeDemoPlayers(db)
  const shows = await listDemoShows(db)
  await predictDemoShows(db, players, shows, today)
  const past = shows.filter(({ date }) => date < today)
  for (const { id } of past.filter(({ isScored }) => !isScored)) {
    await runner.run('score-show', { showId: id, fetchSetlist: true })
  }
  // Plays and gaps follow from the setlists while today's show is open.
  await runner.run('import-catalogue', { notebookOnly: false })
  await insertFact(db, 'demo-loaded', true)
  print(
    `The demo is loaded: ${imported.shows} shows, ${past.length} of them scored, and ${players.length} fans.`,
  )
}

async function addAnnouncedShows({ db, source, today, print }: DemoParts): Promise<void> {
  // A show that the scheduled import has added has no predictions yet.
  const predicted = (await listDemoShows(db)).filter(({ hasPredictions }) => hasPredictions)
  const known = new Set(predicted.map(({ sourceId }) => sourceId))
  const announced = (await source.listShows()).filter(({ sourceId }) => !known.has(sourceId))
  if (announced.length === 0) return print('The demo is up to date.')
  const tours = await source.listTours()
  const players = await makeDemoPlayers(db)
  const isNew = ({ sourceId }: DemoShow) => !known.has(sourceId)
  await db.transaction().execute(async (trx) => {
    await upsertTours(trx, source.name, tours)
    const stored = await storeShows(trx, source.name, announced)
    await predictDemoShows(trx, players, (await listDemoShows(trx)).filter(isNew), today)
    await bumpTopicVersions(trx, [topics.catalogue, ...stored.listedShowIds.map(topics.show)])
  })
  print(`The demo has announced ${announced.length === 1 ? 'a show' : `${announced.length} shows`}.`)
}
