import { DEMO_FANS, demoPicks, demoPicksOfEveryFan } from '@called-it/infra/demo/fans'
import type { Database } from '@called-it/infra/postgres/client'
import {
  type DemoPrediction,
  type DemoShow,
  insertMissingPredictions,
  listDemoShows,
} from '@called-it/infra/postgres/queries/catalogue/demo'
import { listActiveSongs } from '@called-it/infra/postgres/queries/catalogue/songs'
import { createScorer } from '@called-it/shared/game/scoring'
import type { ActualSetlist, Picks, Slots } from '@called-it/shared/game/setlist'
import type { DemoPlayer } from './players.ts'

const HOUR_IN_MS = 3_600_000

/** One in three fans has predicted shows that are still days away. */
const EARLY_BIRDS = 3

/** Players beside those of the boards; the visitor's account picks like the best of them. */
const FURTHER_FANS = 40

/** Existing predictions are never changed. */
export async function predictDemoShows(
  db: Database,
  players: readonly DemoPlayer[],
  shows: readonly DemoShow[],
  today: string,
): Promise<void> {
  const allShows = await listDemoShows(db)
  const songIds = new Map((await listActiveSongs(db)).map(({ slug, id }) => [slug, id]))
  const earlier = new Map(allShows.map((show, index) => [show.id, allShows[index - 1]]))
  const next = allShows.find(({ date }) => date > today)
  // For the person who logs in: today's show may have begun, and the next one is then the first open one.
  const isLeftFree = ({ id, date }: DemoShow) => date === today || id === next?.id
  const predictions = shows.flatMap((show) =>
    players
      .filter((player) => takesPart(player, show, today) && !(player.isAccount && isLeftFree(show)))
      .flatMap((player) => predict(player, show, player.isAccount ? earlier.get(show.id) : show, songIds)),
  )
  await insertMissingPredictions(db, predictions)
}

/** A past show of the demo band that is played once more: every player picks as for that one. */
export type DemoNight = { like: Pick<DemoShow, 'sourceId'>; sets: ActualSetlist }

/** The visitor's account has a good night, so that its card is seen to fill in. */
export async function predictDemoShow(
  db: Database,
  showId: number,
  { like, sets }: DemoNight,
  players: readonly DemoPlayer[],
): Promise<void> {
  const songIds = new Map((await listActiveSongs(db)).map(({ slug, id }) => [slug, id]))
  const createdAt = new Date(Date.now() - HOUR_IN_MS).toISOString()
  const picksOf = (fanIndex: number) => toPicks(demoPicksOfEveryFan(fanIndex, like), songIds)
  const score = createScorer(sets)
  const [best] = Array.from({ length: FURTHER_FANS }, (_, index) =>
    picksOf(DEMO_FANS.length + index),
  ).toSorted((one, other) => score(other).total - score(one).total)
  const predictions = players.map(({ userId, fanIndex, isAccount }) => {
    const picks = (isAccount && best) || picksOf(fanIndex)
    return { showId, userId, picks, createdAt }
  })
  await insertMissingPredictions(db, predictions)
}

function takesPart({ fanIndex }: DemoPlayer, { date }: DemoShow, today: string): boolean {
  return date <= today || fanIndex % EARLY_BIRDS === 0
}

/** @param played the show that the fan's picks were made for, which is the show before for the visitor */
function predict(
  { userId, fanIndex }: DemoPlayer,
  show: DemoShow,
  played: DemoShow | undefined,
  songIds: ReadonlyMap<string, number>,
): DemoPrediction[] {
  const slugs = played ? demoPicks(fanIndex, played) : null
  if (!slugs) return []
  const picks = toPicks(slugs, songIds)
  const hoursBefore = 2 + ((fanIndex * 7) % 45)
  const createdAt = new Date(Date.parse(show.date) - hoursBefore * HOUR_IN_MS).toISOString()
  return [{ showId: show.id, userId, picks, createdAt }]
}

function toPicks({ set1, set2, encore }: Slots<string>, songIds: ReadonlyMap<string, number>): Picks {
  const idOf = (slug: string | null) => (slug === null ? null : (songIds.get(slug) ?? null))
  return { set1: set1.map(idOf), set2: set2.map(idOf), encore: encore.map(idOf) }
}
