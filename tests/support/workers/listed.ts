import {
  type SourceShow,
  type SourceSong,
  type SourceTour,
  UNKNOWN_TIMES,
} from '@called-it/infra/setlist-sources/source'

/* Items of a source with default fields. */

export const listedSong = (slug: string): SourceSong => ({
  sourceId: slug,
  slug,
  name: slug,
  timesPlayed: 3,
  gap: 1,
  lastPlayed: '2025-01-01',
})

export const listedTour = (sourceId: string): SourceTour => ({
  sourceId,
  name: sourceId,
  startDate: '2025-01-01',
  endDate: '2025-12-31',
  description: null,
})

export const listedShow = (
  sourceId: string,
  tourSourceId: string | null,
  given: Partial<SourceShow> = {},
): SourceShow => ({
  sourceId,
  date: '2025-01-10',
  venue: 'The Boathouse',
  city: null,
  state: null,
  country: null,
  tourSourceId,
  times: UNKNOWN_TIMES,
  excluded: false,
  ...given,
})
