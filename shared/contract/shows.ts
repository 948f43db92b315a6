import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { day, enteredInstant, id, instant, pathId, version } from './fields.ts'

/** A show as every answer carries it: one id under the three names that clients know it by. */
export const show = z.object({
  showid: id,
  show_id: id,
  id,
  showdate: day,
  date: day,
  venue: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  /** Ready to print: the parts that are known, with a comma between them. */
  location: z.string(),
  tour_id: id.nullable(),
  is_scored: z.boolean(),
  /** Whether predictions can be saved, at the moment of the answer. */
  is_open: z.boolean(),
  /** When picks close, if it was set; otherwise they close with the show's UTC day. */
  locks_at: instant.nullable(),
  /** When picks close in any case. */
  closes_at: instant,
  /** The version of the live topic `show:<id>`. */
  version,
})
export type Show = z.output<typeof show>

export const showParams = z.object({ showId: pathId })

/** How many shows `recent/multiple` answers with. */
export const RECENT_SHOWS = 12

export const showEndpoints = {
  listUpcomingShows: defineEndpoint({
    method: 'GET',
    path: '/api/shows/upcoming',
    access: 'visitor',
    summary: 'Shows that are open for picks, soonest first',
    response: z.object({ shows: z.array(show) }),
  }),
  getRecentShow: defineEndpoint({
    method: 'GET',
    path: '/api/shows/recent',
    access: 'visitor',
    summary: 'The newest show that has a setlist',
    response: show,
  }),
  listRecentShows: defineEndpoint({
    method: 'GET',
    path: '/api/shows/recent/multiple',
    access: 'visitor',
    summary: 'The last shows that have a setlist, newest first',
    response: z.object({ shows: z.array(show) }),
  }),
  getShow: defineEndpoint({
    method: 'GET',
    path: '/api/shows/:showId',
    access: 'visitor',
    summary: 'One show',
    params: showParams,
    response: show,
  }),
  getShowStatus: defineEndpoint({
    method: 'GET',
    path: '/api/shows/:showId/status',
    access: 'visitor',
    summary: 'Whether a show is scored and open for picks',
    params: showParams,
    response: z.object({ isScored: z.boolean(), isOpen: z.boolean(), hasSetlist: z.boolean() }),
  }),
  lockShow: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/shows/:showId/lock',
    access: 'admin',
    summary: 'Sets when picks close, or lets them close with the day; a later instant reopens a reset show',
    params: showParams,
    body: z.strictObject({ locks_at: enteredInstant.nullable() }),
    response: show,
  }),
} as const
