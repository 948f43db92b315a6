import type { Database } from '@called-it/infra/postgres/client'
import { getActualSetlist } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { unpackPicks, unpackSlots } from '@called-it/shared/game/bulk/packed-picks'
import { createFeatFinder, FEATS } from '@called-it/shared/game/feats'
import { NO_MERGES } from '@called-it/shared/game/merged-songs'
import { scorePrediction } from '@called-it/shared/game/scoring'
import { SET_NAMES, type SongId } from '@called-it/shared/game/setlist'

type Totals = ReadonlyMap<number, number>
type Night = { id: number; tour: number | null; totals: Totals; feats: Totals }

/** The definitions of docs/rules.md over everything that is stored but badges and feats. */
export async function badgesFromScratch(db: Database, userIds: readonly number[]): Promise<string[]> {
  const shows = await db.selectFrom('shows').selectAll().orderBy('showdate').orderBy('id').execute()
  const nights: Night[] = []
  const past: Set<SongId>[] = []
  for (const { id, tour_id: tour, is_scored, setlist_revision_id: revisionId } of shows) {
    if (revisionId === null) continue
    const actual = await getActualSetlist(db, revisionId)
    const played = new Set(SET_NAMES.flatMap((set) => actual[set]))
    const gaps = new Map(
      [...played]
        .map((one) => [one, past.findIndex((before) => before.has(one))] as const)
        .filter(([, gap]) => gap >= 0),
    )
    past.unshift(played)
    if (!is_scored) continue
    const predictions = await db.selectFrom('predictions').selectAll().where('show_id', '=', id).execute()
    const machine = await db
      .selectFrom('system_predictions')
      .select('picks')
      .where('show_id', '=', id)
      .executeTakeFirst()
    const totalOf = (picks: Buffer) => scorePrediction(unpackPicks(picks), actual).total
    const totals = new Map(predictions.map(({ user_id, picks }) => [user_id, totalOf(picks)]))
    const find = createFeatFinder({
      ...{ actual, gaps, merged: NO_MERGES, players: totals.size },
      bestTotal: Math.max(0, ...totals.values()),
      machineTotal: machine ? totalOf(machine.picks) : null,
    })
    const feats = new Map(
      predictions.map(({ user_id, picks }) => [
        user_id,
        find(unpackSlots(picks), totals.get(user_id) ?? 0).feats,
      ]),
    )
    nights.push({ id, tour, totals, feats })
  }
  const isOver = (tour: number) =>
    shows.every((show) => show.tour_id !== tour || show.is_scored || show.cancelled_at !== null)
  const tours = [...new Set(nights.flatMap(({ tour }) => (tour !== null && isOver(tour) ? [tour] : [])))]
  return userIds
    .flatMap((userId) => {
      const mine = nights.filter(({ totals }) => totals.has(userId))
      const totalsOn = (tour: number) =>
        mine.filter((night) => night.tour === tour).map(({ totals }) => totals.get(userId) ?? 0)
      const nightsOn = (tour: number) => nights.filter((night) => night.tour === tour).length
      const playedTours = tours.filter((tour) => totalsOn(tour).length >= 3)
      const earned = new Map<string, number | null | undefined>([
        ...(
          [
            ['first-show', 1],
            ['shows-5', 5],
            ['shows-10', 10],
          ] as const
        ).map(([badge, count]) => [badge, mine[count - 1]?.id] as const),
        [
          'five-in-a-row',
          nights.find(
            (_, at) => at >= 4 && nights.slice(at - 4, at + 1).every(({ totals }) => totals.has(userId)),
          )?.id,
        ],
        [
          'whole-tour',
          playedTours.some((tour) => totalsOn(tour).length === nightsOn(tour)) ? null : undefined,
        ],
        [
          'never-zero',
          playedTours.some((tour) => totalsOn(tour).every((total) => total > 0)) ? null : undefined,
        ],
        ...FEATS.map(
          (feat, bit) => [feat, mine.find(({ feats }) => ((feats.get(userId) ?? 0) >> bit) & 1)?.id] as const,
        ),
      ])
      return [...earned]
        .filter(([, show]) => show !== undefined)
        .map(([badge, show]) => `${userId} ${badge} ${show}`)
    })
    .sort()
}
