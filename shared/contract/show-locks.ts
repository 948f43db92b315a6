import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { enteredInstant, FIELD_LIMITS, FIELD_TEXTS, line } from './entered-fields.ts'
import { localTime } from './fields.ts'
import { show, showOverlay, showParams } from './shows.ts'
import { timeZone } from './time-zone.ts'

const reason = line(FIELD_LIMITS.reason, FIELD_TEXTS.reason)

const name = z.string().nullable()
const venue = { venue: z.string(), city: name, state: name, country: name, location: z.string() }

const place = line({ min: 0, max: FIELD_LIMITS.place.max }, FIELD_TEXTS.place).nullable()

/** What an admin has to decide; the choice is kept for the venue. */
export const showTask = z.discriminatedUnion('kind', [
  /** Picks of these shows close early. */
  z.object({ kind: z.literal('unknown-zone'), ...venue, shows: z.array(show) }),
  /** The zone is that of most of the state, the coordinates name another one, or a choice fitted two places. */
  z.object({ kind: z.literal('please-check'), ...venue, time_zone: z.string(), shows: z.array(show) }),
  /** Two shows on one day at one venue, without listed times. */
  z.object({ kind: z.literal('two-shows'), ...venue, shows: z.array(show) }),
])
export type ShowTask = z.output<typeof showTask>

/** What admins do to a show and its picks. Each returns the changed show. */
export const showLockEndpoints = {
  lockShow: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/shows/:showId/lock',
    access: 'admin',
    summary: 'Sets when picks close; null: by the start of the show. A lock that has passed stays',
    params: showParams,
    body: z.strictObject({ locks_at: enteredInstant.nullable() }),
    response: show,
  }),
  lockShowNow: defineEndpoint({
    method: 'POST',
    path: '/api/admin/shows/:showId/lock-now',
    access: 'admin',
    summary: 'Closes the picks of a show',
    params: showParams,
    response: show,
  }),
  setShowStart: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/shows/:showId/start',
    access: 'admin',
    summary: "Sets when a show starts by its venue's clock; null: as listed, or the band's usual time",
    params: showParams,
    body: z.strictObject({ starts_local: localTime.nullable() }),
    response: show,
  }),
  reopenPicks: defineEndpoint({
    method: 'POST',
    path: '/api/admin/shows/:showId/reopen',
    access: 'admin',
    summary: 'Opens the picks again until another lock and hides them; only while the setlist is empty',
    params: showParams,
    body: z.strictObject({ locks_at: enteredInstant, reason }),
    response: show,
  }),
  cancelShow: defineEndpoint({
    method: 'POST',
    path: '/api/admin/shows/:showId/cancel',
    access: 'admin',
    summary: 'Cancels a show that has no setlist: nobody but their owners sees its picks',
    params: showParams,
    body: z.strictObject({ reason: reason.nullable() }),
    response: show,
  }),
  restoreShow: defineEndpoint({
    method: 'POST',
    path: '/api/admin/shows/:showId/restore',
    access: 'admin',
    summary: 'Takes the cancellation of a show back',
    params: showParams,
    response: show,
  }),
  setShowOverlay: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/shows/:showId/overlay',
    access: 'admin',
    summary: 'Chooses what covers the site during a show',
    params: showParams,
    body: z.strictObject({ overlay: showOverlay }),
    response: show,
  }),
  listShowTasks: defineEndpoint({
    method: 'GET',
    path: '/api/admin/show-tasks',
    access: 'admin',
    summary: 'Upcoming shows whose time zone or start an admin has to settle',
    response: z.object({ tasks: z.array(showTask) }),
  }),
  chooseVenueTimes: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/venue-times',
    access: 'admin',
    summary: 'Keeps a time zone, or the start of the first of two shows on one day, for a venue',
    body: z.strictObject({
      venue: line(FIELD_LIMITS.venue, FIELD_TEXTS.venue),
      city: place,
      state: place,
      country: place,
      time_zone: timeZone.optional(),
      early_starts_local: localTime.optional(),
    }),
    /** The shows there that follow the choice. */
    response: z.object({ shows: z.array(show) }),
  }),
} as const
