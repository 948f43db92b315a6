import { TOUR_PAGE, type TourStatistics } from '@called-it/shared/contract/tour-pages'
import { BUST_OUT_GAP } from '@called-it/shared/game/feats'

/** A past show, with the songs that merged ones are. */
export type PlayedShow = {
  readonly id: number
  readonly date: string
  readonly tour: number | null
  readonly sets: readonly { readonly set: string; readonly songs: readonly number[] }[]
}

type Counted = { song: number; plays: number }

/**
 * The statistics of a tour, counted show by show.
 *
 * @param shows in the order of their dates
 * @param hidden songs that are not counted
 */
export function recountTour(
  shows: readonly PlayedShow[],
  tour: number,
  hidden: ReadonlySet<number> = new Set(),
): TourStatistics {
  const known = shows.slice(0, shows.findLastIndex((show) => show.tour === tour) + 1)
  const lastPlays = new Map<number, { at: number; date: string; plays: number }>()
  const plays = new Map<number, number>()
  const edges = { opens: new Map<string, number>(), closes: new Map<string, number>() }
  const bustOuts: TourStatistics['bust_outs'] = []
  const debuts: TourStatistics['debuts'] = []
  for (const [at, show] of known.entries()) {
    const isOnTour = show.tour === tour
    for (const song of new Set(show.sets.flatMap(({ songs }) => songs))) {
      if (hidden.has(song)) continue
      const before = lastPlays.get(song)
      lastPlays.set(song, { at, date: show.date, plays: (before?.plays ?? 0) + 1 })
      if (!isOnTour) continue
      add(plays, song)
      if (!before) debuts.push({ song, show: show.id })
      const gap = before ? at - before.at - 1 : 0
      if (before && gap >= BUST_OUT_GAP) bustOuts.push({ song, show: show.id, gap, last: before.date })
    }
    for (const { set, songs } of isOnTour ? show.sets : []) {
      const shown = songs.filter((song) => !hidden.has(song))
      if (shown.length === 0 || !['set1', 'set2'].includes(set)) continue
      add(edges.opens, `${set} ${shown[0]}`)
      add(edges.closes, `${set} ${shown.at(-1)}`)
    }
  }
  return {
    songs: mostFirst(Array.from(plays, ([song, count]) => ({ song, plays: count }))),
    openers: placed(edges.opens),
    closers: placed(edges.closes),
    bust_outs: bustOuts.toSorted((one, other) => other.gap - one.gap),
    debuts,
    rests: Array.from(lastPlays)
      .filter(([, last]) => last.plays >= TOUR_PAGE.minPlays)
      .map(([song, { at, date }]) => ({ song, shows: known.length - 1 - at, last: date }))
      .filter(({ shows: rested }) => rested > 0)
      .toSorted((one, other) => other.shows - one.shows || one.song - other.song)
      .slice(0, TOUR_PAGE.rests),
  }
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function mostFirst<Row extends Counted>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => other.plays - one.plays || one.song - other.song)
}

function placed(counts: ReadonlyMap<string, number>): TourStatistics['openers'] {
  const rows = (['set1', 'set2'] as const).flatMap((set) =>
    Array.from(counts, ([key, plays]) => ({ key, plays }))
      .filter(({ key }) => key.startsWith(set))
      .map(({ key, plays }) => ({ set, song: Number(key.slice(set.length)), plays })),
  )
  return rows.toSorted(
    (one, other) => other.plays - one.plays || one.set.localeCompare(other.set) || one.song - other.song,
  )
}
