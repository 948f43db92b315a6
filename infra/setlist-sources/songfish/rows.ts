import { LOCAL_TIME } from '@called-it/shared/game/calendar'
import { isTimeZone } from '@called-it/shared/game/time-zones'
import { z } from 'zod'
import * as field from '../rows/fields.ts'
import type { SetlistRow } from '../rows/setlist.ts'
import type { ShowRow } from '../rows/shows.ts'
import type { SongRow } from '../rows/songs.ts'
import { UNKNOWN_TIMES } from '../source.ts'

/** Rows of the Songfish API, version 2. Unused fields are left out. */

/** Editors write dots for a soundcheck of unknown songs. */
const soundcheck = field.text.transform((songs) => (/[\p{L}\p{N}]/u.test(songs) ? songs : ''))

const setnumber = z
  .union([z.string(), z.int().transform(String)], 'is not a text')
  .transform((label) => label.trim().toLowerCase())
  .refine((label) => /^([1-9]\d?|e\d?)$/.test(label), 'is not a set: 1, 2, …, e, e2, …')

/** The site excludes no performances. */
export const setlistRow = z
  .object({
    show_id: field.id,
    showdate: field.day,
    settype: field.text,
    setnumber,
    position: field.position,
    song_id: field.optionalId,
    songname: field.requiredMarkup,
    slug: field.key,
    transition: field.text,
    footnote: field.text,
    shownotes: field.text,
    soundcheck,
  })
  .transform((row) => ({
    showid: row.show_id,
    showdate: row.showdate,
    exclude: false,
    position: row.position,
    set: setOf(row),
    songid: row.song_id,
    song: row.songname,
    slug: row.slug,
    trans_mark: row.transition,
    footnote: row.footnote,
    setlistnotes: row.shownotes,
    soundcheck: row.soundcheck,
  })) satisfies z.ZodType<SetlistRow>

/** Some sites number encores, others call them `e`; all have the type. */
function setOf({ settype, setnumber }: { settype: string; setnumber: string }): string {
  if (/^soundcheck/i.test(settype)) return 's'
  return /^encore/i.test(settype) && !setnumber.startsWith('e') ? 'e' : setnumber
}

const timezone = z.string().trim().refine(isTimeZone).nullable().catch(null)

/** With or without seconds. Midnight is a time's zero: unknown. */
const showtime = z
  .string()
  .transform((time) => time.trim().replace(/^(\d\d:\d\d):\d\d$/, '$1'))
  .refine((time) => LOCAL_TIME.test(time) && time !== '00:00')
  .nullable()
  .catch(null)

export const showRow = z
  .object({
    show_id: field.id,
    showdate: field.showDay,
    artist_id: field.id,
    venuename: field.line,
    city: field.optionalLine,
    state: field.optionalLine,
    country: field.optionalLine,
    tour_id: field.optionalId,
    tourname: field.line,
    timezone,
    showtime,
  })
  .transform(({ show_id, venuename, tour_id, timezone, showtime, ...show }) => ({
    ...show,
    showid: show_id,
    venue: venuename,
    tourid: tour_id,
    times: { ...UNKNOWN_TIMES, timeZone: timezone, startsLocal: showtime },
    exclude: false,
  })) satisfies z.ZodType<ShowRow>

/** Without counts. */
export const songRow = z
  .object({ id: field.optionalId, name: field.requiredLine, slug: field.key })
  .transform(({ id: songid, name: song, slug }) => ({
    songid,
    song,
    slug,
    times_played: null,
    gap: null,
    last_played: null,
  })) satisfies z.ZodType<SongRow>
