import { z } from 'zod'
import * as field from '../rows/fields.ts'
import type { SetlistRow } from '../rows/setlist.ts'
import type { ShowRow } from '../rows/shows.ts'
import type { SongRow } from '../rows/songs.ts'
import { UNKNOWN_TIMES } from '../source.ts'

/** Rows of the phish.net API, version 5, and of files exported from it. Unused fields are left out. */

/** Text fields still hold markup. */
export const setlistRow = z.object({
  showid: field.id,
  showdate: field.day,
  exclude: field.flag,
  position: field.position,
  set: z
    .union([z.string(), z.int().transform(String)], 'is not a text')
    .transform((label) => label.trim().toLowerCase())
    .refine((label) => /^([1-9]\d?|e\d?|s)$/.test(label), 'is not a set: 1, 2, …, e, e2, … or s'),
  songid: field.optionalId,
  song: field.requiredMarkup,
  slug: field.key,
  trans_mark: field.text,
  footnote: field.text,
  setlistnotes: field.text,
  soundcheck: field.text,
}) satisfies z.ZodType<SetlistRow>

/** Lists of shows and rows of setlists name two of the fields differently. */
export const showRow = z
  .object({
    showid: field.id,
    showdate: field.showDay,
    venue: field.line,
    city: field.optionalLine,
    state: field.optionalLine,
    country: field.optionalLine,
    tourid: field.optionalId,
    tour_name: field.line,
    tourname: field.line,
    exclude_from_stats: field.flag,
    exclude: field.flag,
  })
  .transform(({ tour_name, exclude_from_stats, ...show }) => ({
    ...show,
    tourname: tour_name || show.tourname,
    times: UNKNOWN_TIMES,
    exclude: exclude_from_stats || show.exclude,
  })) satisfies z.ZodType<ShowRow>

export const songRow = z.object({
  songid: field.optionalId,
  song: field.requiredLine,
  slug: field.key,
  times_played: field.optionalCount,
  gap: field.optionalCount,
  last_played: field.optionalDay,
}) satisfies z.ZodType<SongRow>
