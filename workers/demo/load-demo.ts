import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { type DemoShow, listDemoShows } from '@called-it/infra/postgres/queries/catalogue/demo'
import { offerSourceSetlist } from '@called-it/infra/postgres/queries/catalogue/setlist-proposals'
import { upsertTours } from '@called-it/infra/postgres/queries/catalogue/tour-import'
import { bumpTopicVersions } from '@called-it/infra/postgres/queries/events/topic-versions'
import { insertLeagueMembers } from '@called-it/infra/postgres/queries/leagues/league-members'
import { insertLeague } from '@called-it/infra/postgres/queries/leagues/leagues'
import { findFact, insertFact } from '@called-it/infra/postgres/queries/work/installation-facts'
import type { SetlistSource } from '@called-it/infra/setlist-sources/source'
import { ZONE_RULES } from '@called-it/infra/venue-zones/zone-of-venue'
import { topics } from '@called-it/shared/contract/events'
import { DEFAULT_SCHEDULE } from '@called-it/shared/game/calendar'
import { storeShows } from '../jobs/catalogue/store-shows.ts'
import { awardBadgesOf } from '../jobs/scores/award-badges.ts'
import type { InProcessRunner } from '../runs/in-process-runner.ts'
import { playAsMachine } from './machine.ts'
import { type DemoPlayer, makeDemoPlayers } from './players.ts'
import { predictDemoShows } from './predictions.ts'

export type DemoParts = {
  db: Database
  source: SetlistSource
  runner: InProcessRunner
  today: string
  print: (line: string) => void
}

/** The newest ones; the visitor's account has a card of one of them. */
const CORRECTED_SHOWS = 2

/**
 * Loads the catalogue, the fans with their predictions, and the scores of the shows before today; once that is
 * complete, adds the shows announced since. The next call completes an interrupted load. Existing rows are
 * never changed.
 */
export async function loadDemo(parts: DemoParts): Promise<void> {
  if ((await findFact(parts.db, 'demo-loaded')) === null) await loadEverything(parts)
  else await addAnnouncedShows(parts)
}

async function loadEverything(parts: DemoParts): Promise<void> {
  const { db, runner, today, print } = parts
  // What the locks below follow from, so that the workers compute them again only by another schedule.
  await insertFact(db, 'schedule', DEFAULT_SCHEDULE)
  await insertFact(db, 'zone-rules', ZONE_RULES)
  const imported = await runner.run('import-catalogue', { notebookOnly: false })
  const players = await makeDemoPlayers(db)
  const shows = await listDemoShows(db)
  await predictDemoShows(db, players, shows, today)
  const past = shows.filter(({ date }) => date < today)
  const corrected = past.slice(-CORRECTED_SHOWS)
  for (const show of corrected.filter(({ isScored }) => !isScored)) await scoreExchangedSets(parts, show)
  for (const show of past.filter((one) => corrected.includes(one) || !one.isScored)) {
    await runner.run('score-show', { showId: show.id, fetchSetlist: true })
  }
  await db.transaction().execute(async (trx) => {
    await playAsMachine(trx)
    await awardBadgesOf(
      trx,
      past.map(({ id }) => id),
    )
  })
  // Plays and gaps follow from the setlists while today's show is open.
  await runner.run('import-catalogue', { notebookOnly: false })
  await db.transaction().execute(async (trx) => {
    await makeDemoLeague(trx, players)
    await insertFact(trx, 'demo-loaded', true)
  })
  print(
    `The demo is loaded: ${imported.shows} shows, ${past.length} of them scored, and ${players.length} fans.`,
  )
}

/** What the setlist of the source corrects afterwards, so that the demo has corrections to show. */
async function scoreExchangedSets({ db, source, runner }: DemoParts, show: DemoShow): Promise<void> {
  const setlist = await source.findSetlist(show)
  if (!setlist) return
  const entries = setlist.entries.map((entry) => ({ ...entry, set: EXCHANGED.get(entry.set) ?? entry.set }))
  const offer = { source: source.name, showId: show.id, setlist: { ...setlist, entries }, again: false }
  await db.transaction().execute((trx) => offerSourceSetlist(trx, offer))
  await runner.run('score-show', { showId: show.id, fetchSetlist: false })
}

const EXCHANGED: ReadonlyMap<string, string> = new Map([
  ['1', '2'],
  ['2', '1'],
])

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

const FANS = 12

/** A league of the visitor's account with some of the fans. */
async function makeDemoLeague(trx: DatabaseTransaction, players: readonly DemoPlayer[]): Promise<void> {
  const owner = players.find(({ isAccount }) => isAccount)
  if (!owner) return
  const league = { name: 'The Back Row', tour_id: null, counts_from: 'all', drop_worst: 2 } as const
  const leagueId = await insertLeague(trx, league, owner.userId)
  const fans = players.filter(({ isAccount }) => !isAccount).slice(0, FANS)
  await insertLeagueMembers(
    trx,
    leagueId,
    fans.map(({ userId }) => userId),
  )
}
