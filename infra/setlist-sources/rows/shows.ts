import type { ShowFacts, SourceShow, SourceTimes, SourceTour } from '../source.ts'

/** Plain text; empty or null when unknown. */
export interface ShowRow extends ShowFacts {
  readonly showid: string
  readonly showdate: string | null
  readonly tourid: string | null
  readonly tourname: string
  readonly times: SourceTimes
  readonly exclude: boolean
}

/** Distinct shows, oldest first, without those of an unknown day. */
export function showsOf(rows: readonly ShowRow[]): readonly SourceShow[] {
  const shows = new Map(rows.map((row) => [row.showid, row]))
  return Array.from(shows.values())
    .flatMap((row) => (row.showdate === null ? [] : [showOf(row, row.showdate)]))
    .sort(
      (one, other) =>
        compare(one.date, other.date) ||
        compare(startOf(one), startOf(other)) ||
        compare(one.sourceId, other.sourceId),
    )
}

/** Of two shows on one day the one without a listed start is the later one. */
const startOf = ({ times }: SourceShow) => times.startsLocal ?? '24:00'

function showOf({ showid, showdate, tourid, tourname, exclude, ...row }: ShowRow, date: string): SourceShow {
  const venue = row.venue || 'venue to be announced'
  return { ...row, venue, sourceId: showid, date, tourSourceId: tourid, excluded: exclude }
}

/** Tours derived from shows, since the sites do not list them, in the order in which they began. */
export function toursOf(rows: readonly ShowRow[]): readonly SourceTour[] {
  const tours = new Map<string, SourceTour>()
  for (const row of rows) {
    if (row.tourid === null || row.showdate === null) continue
    const known = tours.get(row.tourid)
    tours.set(row.tourid, {
      sourceId: row.tourid,
      name: row.tourname || `Tour ${row.tourid}`,
      startDate: earliest(row.showdate, known?.startDate),
      endDate: latest(row.showdate, known?.endDate),
      description: null,
    })
  }
  return Array.from(tours.values()).sort(
    (one, other) => compare(one.startDate, other.startDate) || compare(one.sourceId, other.sourceId),
  )
}

function earliest(day: string, known = day): string {
  return known < day ? known : day
}

function latest(day: string, known = day): string {
  return known > day ? known : day
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
