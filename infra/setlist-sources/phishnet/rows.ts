import { z } from 'zod'
import {
  day,
  flag,
  id,
  key,
  line,
  optionalCount,
  optionalDay,
  optionalId,
  optionalLine,
  position,
  requiredLine,
  requiredText,
  showDay,
  text,
} from '../rows/fields.ts'
import type { SetlistRow } from '../rows/setlist.ts'
import type { ShowRow } from '../rows/shows.ts'
import type { SongRow } from '../rows/songs.ts'

/** Rows of the phish.net API, version 5, and of files exported from it. Unused fields are left out. */

/** Text fields still hold markup. */
export const setlistRow = z.object({
  showid: id,
  showdate: day,
  exclude: flag,
  position,
  set: z
    .union([z.string(), z.int().transform(String)], 'is not a text')
    .transform((label) => label.trim().toLowerCase())
    .refine((label) => /^([1-9]\d?|e\d?|s)$/.test(label), 'is not a set: 1, 2, …, e, e2, … or s'),
  songid: optionalId,
  song: requiredText,
  slug: key,
  trans_mark: text,
  footnote: text,
  setlistnotes: text,
  soundcheck: text,
}) satisfies z.ZodType<SetlistRow>

/** Lists of shows and rows of setlists name two of the fields differently. */
export const showRow = z
  .object({
    showid: id,
    showdate: showDay,
    venue: line,
    city: optionalLine,
    state: optionalLine,
    country: optionalLine,
    tourid: optionalId,
    tour_name: line,
    tourname: line,
    exclude_from_stats: flag,
    exclude: flag,
  })
  .transform(({ tour_name, exclude_from_stats, ...show }) => ({
    ...show,
    tourname: tour_name || show.tourname,
    exclude: exclude_from_stats || show.exclude,
  })) satisfies z.ZodType<ShowRow>

export const songRow = z.object({
  songid: optionalId,
  song: requiredLine,
  slug: key,
  times_played: optionalCount,
  gap: optionalCount,
  last_played: optionalDay,
}) satisfies z.ZodType<SongRow>
