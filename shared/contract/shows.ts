import { z } from 'zod'
import { SHOW_PHASES } from '../game/calendar.ts'
import { NOTICE_KINDS, TIME_SOURCES } from '../game/show-times.ts'
import { defineEndpoint } from './endpoint.ts'
import { day, id, instant, localTime, pathId, version } from './fields.ts'

export const timeSource = z.enum(TIME_SOURCES)
export type TimeSource = z.output<typeof timeSource>

export const showNotice = z.object({
  kind: z.enum(NOTICE_KINDS),
  at: instant,
  /** An admin's words. */
  reason: z.string().nullable(),
  /** The lock before. */
  from: instant.nullable(),
})
export type ShowNotice = z.output<typeof showNotice>

export const showPhase = z.enum(SHOW_PHASES)

/** `closed`: the overlay covers the live page too; `live`: the live page is open and linked. */
export const showOverlay = z.enum(['closed', 'live'])
export type ShowOverlay = z.output<typeof showOverlay>

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
  /** When its newest scores were stored; null until then, and from older gateways. */
  scored_at: instant.nullable().default(null),
  /** At the time of the response. */
  is_open: z.boolean(),
  /** By an admin, or by the source before it was played. */
  is_cancelled: z.boolean(),
  /** When picks close. */
  locks_at: instant,
  /** The same; pages of 0.11.0 require it. */
  closes_at: instant,
  /** IANA name; null if the venue's is unknown. */
  time_zone: z.string().nullable(),
  /** `HH:MM` at the venue; null with the zone. */
  starts_local: localTime.nullable(),
  starts_at: instant.nullable(),
  /** Minutes that the venue's clock is ahead of UTC at the start, since browsers' zone data differ; null with the zone. */
  utc_offset: z.int().nullable(),
  time_source: timeSource,
  /** At the time of the response. */
  phase: showPhase,
  overlay: showOverlay,
  /** What the card and the page of the show say about its lock. */
  notice: showNotice.nullable(),
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
    forKeys: true,
    summary: 'Shows that are open for picks, soonest first',
    response: z.object({ shows: z.array(show) }),
  }),
  getRecentShow: defineEndpoint({
    method: 'GET',
    path: '/api/shows/recent',
    access: 'visitor',
    forKeys: true,
    summary: 'The newest show that has a setlist',
    response: show,
  }),
  listRecentShows: defineEndpoint({
    method: 'GET',
    path: '/api/shows/recent/multiple',
    access: 'visitor',
    forKeys: true,
    summary: 'The last shows that have a setlist, newest first',
    response: z.object({ shows: z.array(show) }),
  }),
  // Before one show: `live` is no id.
  listLiveShows: defineEndpoint({
    method: 'GET',
    path: '/api/shows/live',
    access: 'visitor',
    forKeys: true,
    summary: "Tonight's shows, from their lock until they are scored",
    response: z.object({ shows: z.array(show) }),
  }),
  getShow: defineEndpoint({
    method: 'GET',
    path: '/api/shows/:showId',
    access: 'visitor',
    forKeys: true,
    summary: 'One show',
    params: showParams,
    response: show,
  }),
  getShowStatus: defineEndpoint({
    method: 'GET',
    path: '/api/shows/:showId/status',
    access: 'visitor',
    forKeys: true,
    summary: 'Whether a show is scored and open for picks, and how many have picked',
    params: showParams,
    response: z.object({
      isScored: z.boolean(),
      isOpen: z.boolean(),
      hasSetlist: z.boolean(),
      /** At most 10 s old. */
      players: z.int().nonnegative(),
    }),
  }),
  getSetlist: defineEndpoint({
    method: 'GET',
    path: '/api/setlists/:showId',
    access: 'visitor',
    forKeys: true,
    summary: 'The setlist of a show as text',
    params: showParams,
    response: z.object({ setlistdata: z.string(), setlistnotes: z.string().nullable() }),
  }),
  getClock: defineEndpoint({
    method: 'GET',
    path: '/api/clock',
    access: 'visitor',
    summary: "The database's time, which decides when picks close",
    response: z.object({ now: instant }),
  }),
} as const
