import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { bodyId, enteredDay, FIELD_LIMITS, FIELD_TEXTS, line, lines, version } from './fields.ts'
import { runAccepted, runResults } from './runs.ts'
import { show, showParams } from './shows.ts'
import { notebookParams } from './songs.ts'
import { tour, tourParams } from './tours.ts'

const count = z.int().nonnegative()
const formDay = enteredDay(FIELD_TEXTS.day)

/** The name under which tours and shows stand that no data site knows. */
export const MADE_BY_HAND = 'hand'

/** A tour as an admin enters it. */
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

/** Where a show is; what is left empty is not known. */
const place = line({ min: 0, max: FIELD_LIMITS.place.max }, FIELD_TEXTS.place)
  .transform((text) => text || null)
  .nullable()

/** A show as an admin enters it. */
const showFields = z.strictObject({
  showdate: formDay,
  venue: line(FIELD_LIMITS.venue, FIELD_TEXTS.venue),
  city: place,
  state: place,
  country: place,
  tour_id: bodyId.nullable(),
})

/** What was edited by hand stays as it is through imports; with this the source's word counts again. */
const followSource = z.boolean().default(false)

export const tourForm = tourFields.refine(endsAfterItBegins, ENDS_TOO_EARLY)
export const tourEdit = tourFields.extend({ followSource }).refine(endsAfterItBegins, ENDS_TOO_EARLY)
export const showForm = showFields
export const showEdit = showFields.extend({
  followSource,
  /** The show's live version, as it was read; where it has changed since, the edit is a conflict. */
  version: version.optional(),
})

/** Where a row of the catalogue comes from, and whether imports leave it as it is. */
const provenance = { source: z.string(), edited_by_hand: z.boolean() }

export const adminTour = tour.extend(provenance)
export type AdminTour = z.output<typeof adminTour>

/** A show with what only admins see. */
export const adminShow = show.extend({
  ...provenance,
  excluded: z.boolean(),
  exclusion_reason: z.string().nullable(),
  /** The source does not list it any more; it stays, with the fans' picks on it. */
  vanished: z.boolean(),
  predictions: count,
  /** The setlist that it has now; null where it has none. */
  setlist: z.object({ revision: count, origin: z.enum(['source', 'hand']) }).nullable(),
})
export type AdminShow = z.output<typeof adminShow>

export const catalogueEndpoints = {
  updateNotebook: defineEndpoint({
    method: 'POST',
    path: '/api/admin/:notebook/update',
    access: 'admin',
    summary: "Orders the import of songs and of the songwriter's notebook",
    params: notebookParams,
    response: runResults['import-catalogue'],
    accepted: runAccepted,
  }),
  importCatalogue: defineEndpoint({
    method: 'POST',
    path: '/api/admin/catalogue/import',
    access: 'admin',
    summary: 'Orders the import of songs, notebook, tours, shows and the setlists that recent shows lack',
    response: runResults['import-catalogue'],
    accepted: runAccepted,
  }),
  createTour: defineEndpoint({
    method: 'POST',
    path: '/api/admin/tours',
    access: 'admin',
    summary: 'Adds a tour that no source knows',
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
    summary: 'Adds a show that no source knows',
    body: showForm,
    response: adminShow,
  }),
  updateShow: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/shows/:showId',
    access: 'admin',
    summary:
      'Edits a show; what is edited stays through imports until followSource is set. A scored show takes its points along to another tour, which is a run',
    params: showParams,
    body: showEdit,
    response: adminShow,
    accepted: runAccepted,
  }),
} as const
