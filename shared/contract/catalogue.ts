import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { enteredDay, FIELD_LIMITS, FIELD_TEXTS, line, lines } from './entered-fields.ts'
import { bodyId, instant, localTime, version } from './fields.ts'
import { runAccepted, runResults } from './runs.ts'
import { show, showParams } from './shows.ts'
import { notebookParams } from './songs.ts'
import { tour, tourParams } from './tours.ts'

const count = z.int().nonnegative()
const formDay = enteredDay(FIELD_TEXTS.day)

/** The source of tours and shows that an admin has created. */
export const MADE_BY_HAND = 'hand'

const tourFields = z.strictObject({
  name: line(FIELD_LIMITS.tourName, FIELD_TEXTS.tourName),
  start_date: formDay,
  end_date: formDay,
  description: lines(FIELD_LIMITS.tourDescription, FIELD_TEXTS.tourDescription)
    .transform((text) => text.trim() || null)
    .nullable(),
})

type Span = { start_date: string; end_date: string }
const endsAfterItBegins = ({ start_date, end_date }: Span) => start_date <= end_date
const ENDS_TOO_EARLY = { path: ['end_date'], message: FIELD_TEXTS.tourEnd }

/** Empty: unknown. */
const place = line({ min: 0, max: FIELD_LIMITS.place.max }, FIELD_TEXTS.place)
  .transform((text) => text || null)
  .nullable()

const showFields = z.strictObject({
  showdate: formDay,
  venue: line(FIELD_LIMITS.venue, FIELD_TEXTS.venue),
  city: place,
  state: place,
  country: place,
  tour_id: bodyId.nullable(),
})

/** False: imports keep what was edited by hand. */
const followSource = z.boolean().default(false)

export const tourForm = tourFields.refine(endsAfterItBegins, ENDS_TOO_EARLY)
export const tourEdit = tourFields.extend({ followSource }).refine(endsAfterItBegins, ENDS_TOO_EARLY)
export const showForm = showFields
export const showEdit = showFields.extend({
  followSource,
  /** The version of the live topic that was edited; 409 for another one. */
  version: version.optional(),
})

/** Imports skip rows that were edited by hand. */
const provenance = { source: z.string(), edited_by_hand: z.boolean() }

export const adminTour = tour.extend(provenance)
export type AdminTour = z.output<typeof adminTour>

export const adminShow = show.extend({
  ...provenance,
  excluded: z.boolean(),
  exclusion_reason: z.string().nullable(),
  /** The source no longer lists the show; it stays because of its predictions. */
  vanished: z.boolean(),
  predictions: count,
  setlist: z.object({ revision: count, origin: z.enum(['source', 'hand']) }).nullable(),
  /** By an admin; each may be set without the other. */
  set_starts_local: localTime.nullable(),
  set_locks_at: instant.nullable(),
})
export type AdminShow = z.output<typeof adminShow>

/** Confirmed: import also what retires more than a third of the songs or shows. Without it: 409. */
const importOrder = z.strictObject({ confirm: z.boolean().optional() }).optional()

export const catalogueEndpoints = {
  updateNotebook: defineEndpoint({
    method: 'POST',
    path: '/api/admin/:notebook/update',
    access: 'admin',
    summary: "Enqueues the import of songs and of the songwriter's notebook",
    params: notebookParams,
    body: importOrder,
    response: runResults['update-notebook'],
    accepted: runAccepted,
  }),
  importCatalogue: defineEndpoint({
    method: 'POST',
    path: '/api/admin/catalogue/import',
    access: 'admin',
    summary: 'Enqueues the import of songs, notebook, tours, shows and the setlists that recent shows lack',
    body: importOrder,
    response: runResults['import-catalogue'],
    accepted: runAccepted,
  }),
  checkImport: defineEndpoint({
    method: 'POST',
    path: '/api/admin/catalogue/check',
    access: 'admin',
    summary: 'Enqueues a check of the source: its faults, and what an import would change; stores nothing',
    response: runResults['check-import'],
    accepted: runAccepted,
  }),
  createTour: defineEndpoint({
    method: 'POST',
    path: '/api/admin/tours',
    access: 'admin',
    summary: 'Creates a tour by hand',
    body: tourForm,
    response: adminTour,
  }),
  updateTour: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/tours/:tourId',
    access: 'admin',
    summary: 'Edits a tour; what is edited stays through imports until followSource is set',
    params: tourParams,
    body: tourEdit,
    response: adminTour,
  }),
  // Before the shows of a tour: `none` is no id.
  listShowsWithoutTour: defineEndpoint({
    method: 'GET',
    path: '/api/admin/tours/none/shows',
    access: 'admin',
    summary: 'The shows that are on no tour, in the order of their dates, as admins see them',
    response: z.object({ shows: z.array(adminShow) }),
  }),
  listAdminTourShows: defineEndpoint({
    method: 'GET',
    path: '/api/admin/tours/:tourId/shows',
    access: 'admin',
    summary: 'A tour and its shows, in the order of their dates, as admins see them',
    params: tourParams,
    response: z.object({ tour: adminTour, shows: z.array(adminShow) }),
  }),
  getAdminShow: defineEndpoint({
    method: 'GET',
    path: '/api/admin/shows/:showId',
    access: 'admin',
    summary: 'One show, as admins see it',
    params: showParams,
    response: adminShow,
  }),
  createShow: defineEndpoint({
    method: 'POST',
    path: '/api/admin/shows',
    access: 'admin',
    summary: 'Creates a show by hand',
    body: showForm,
    response: adminShow,
  }),
  updateShow: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/shows/:showId',
    access: 'admin',
    summary:
      'Edits a show; what is edited stays through imports until followSource is set. A run moves a scored show to another tour',
    params: showParams,
    body: showEdit,
    response: adminShow,
    accepted: runAccepted,
  }),
} as const
