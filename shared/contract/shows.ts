import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { day, enteredInstant, id, instant, pathId, version } from './fields.ts'

/** Clients know the id by three names. */
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
  /** The known parts, separated by commas. */
  location: z.string(),
  tour_id: id.nullable(),
  is_scored: z.boolean(),
  /** At the time of the response. */
  is_open: z.boolean(),
  /** Set by an admin; null: picks close at the end of the show's UTC day. */
  locks_at: instant.nullable(),
  closes_at: instant,
  /** The version of the live topic `show:<id>`. */
  version,
})
export type Show = z.output<typeof show>

export const showParams = z.object({ showId: pathId })

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
  getSetlist: defineEndpoint({
    method: 'GET',
    path: '/api/setlists/:showId',
    access: 'visitor',
    summary: 'The setlist of a show as text',
    params: showParams,
    response: z.object({ setlistdata: z.string(), setlistnotes: z.string().nullable() }),
  }),
  lockShow: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/shows/:showId/lock',
    access: 'admin',
    summary: 'Sets when picks close; null: at the end of the day. A later instant reopens a reset show',
    params: showParams,
    body: z.strictObject({ locks_at: enteredInstant.nullable() }),
    response: show,
  }),
} as const
