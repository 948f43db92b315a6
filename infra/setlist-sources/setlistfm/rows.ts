import { enteredDay } from '@called-it/shared/contract/entered-fields'
import { z } from 'zod'
import { plainLine } from '../plain-text.ts'
import * as field from '../rows/fields.ts'
import type { SetlistRow } from '../rows/setlist.ts'
import type { ShowRow } from '../rows/shows.ts'
import { slugOf } from '../slug.ts'
import { UNKNOWN_TIMES } from '../source.ts'

/** Responses of the setlist.fm API, version 1.0. Unused fields are left out. */

/** Unidentified songs keep their place in the set, and nobody can pick them. */
export const UNKNOWN_SONG = 'Unknown song'

const artist = z.object({ name: field.line })

const song = z.object({
  /** Empty for an unidentified song. */
  name: field.line.transform((name) => name || UNKNOWN_SONG),
  /** Played from tape: no performance. */
  tape: z.boolean().nullish(),
  info: field.text,
  cover: artist.nullish(),
  with: artist.nullish(),
})
type Song = z.output<typeof song>

const set = z.object({
  name: field.text,
  encore: z.int().positive().nullish(),
  song: z.array(song).nullish(),
})
type Set = z.output<typeof set>

const eventDate = z
  .string('is not a text')
  .transform((date) => date.split('-').reverse().join('-'))
  .pipe(enteredDay('is not a day, dd-MM-yyyy'))

/** Codes of other countries' states are not in common use. */
const COUNTRIES_WITH_CODES = ['US', 'CA']

const coords = z
  .object({ lat: z.number().min(-90).max(90), long: z.number().min(-180).max(180) })
  .nullable()
  .catch(null)

const city = z
  .object({
    name: field.optionalLine,
    state: field.optionalLine,
    stateCode: field.optionalLine,
    coords,
    country: z.object({ code: field.text, name: field.optionalLine }).nullish(),
  })
  .transform(({ name, state, stateCode, coords, country }) => ({
    city: name,
    state: country && COUNTRIES_WITH_CODES.includes(country.code) ? stateCode : state,
    country: country?.name ?? null,
    coordinates: coords === null ? null : { latitude: coords.lat, longitude: coords.long },
  }))

/** The setlist is empty before the show is written up. */
export interface ShowWithSetlist {
  readonly artist: string
  readonly show: ShowRow
  readonly rows: readonly SetlistRow[]
}

export const setlist = z
  .object({
    id: field.key,
    eventDate,
    artist: z.object({ mbid: field.requiredText }),
    venue: z.object({ name: field.line, city: city.nullish() }).nullish(),
    tour: z.object({ name: field.line }).nullish(),
    sets: z.object({ set: z.array(set).nullish() }).nullish(),
    info: field.text,
  })
  .transform(({ id, eventDate, artist, venue, tour, sets, info }): ShowWithSetlist => {
    const { city = null, state = null, country = null, coordinates = null } = venue?.city ?? {}
    return {
      artist: artist.mbid,
      show: {
        showid: id,
        showdate: eventDate,
        venue: venue?.name ?? '',
        city,
        state,
        country,
        tourid: tour?.name ? slugOf(tour.name) : null,
        tourname: tour?.name ?? '',
        times: { ...UNKNOWN_TIMES, coordinates },
        exclude: false,
      },
      rows: rowsOf(sets?.set ?? [], { showid: id, showdate: eventDate, setlistnotes: info }),
    }
  })

/** Newest first. */
export const page = z.object({
  page: z.int('is not a number').positive(),
  itemsPerPage: z.int('is not a number').positive(),
  total: z.int('is not a number').nonnegative(),
  setlist: z.array(z.unknown(), 'is not a list'),
})

type ShowFields = Pick<SetlistRow, 'showid' | 'showdate' | 'setlistnotes'>

function rowsOf(sets: readonly Set[], show: ShowFields): readonly SetlistRow[] {
  const labels = labelSets(sets)
  return sets
    .flatMap(({ song }, index) =>
      (song ?? []).flatMap((played) => (played.tape ? [] : [{ played, set: labels[index] ?? '1' }])),
    )
    .map(({ played, set }, index) => ({
      ...show,
      exclude: false,
      position: index + 1,
      set,
      songid: null,
      song: played.name,
      slug: slugOf(played.name),
      trans_mark: '',
      footnote: footnoteOf(played),
      soundcheck: '',
    }))
}

/** Sets are numbered in their order, without encores and sets from tape. */
function labelSets(sets: readonly Set[]): readonly string[] {
  let number = 0
  return sets.map(({ name, encore, song }) => {
    if (/^sound ?check/i.test(name)) return 's'
    if (encore) return encore === 1 ? 'e' : `e${encore}`
    if (song?.some((played) => !played.tape)) number += 1
    return String(number || 1)
  })
}

function footnoteOf({ info, cover, with: guest }: Song): string {
  const notes = [cover && `${cover.name} cover`, guest && `with ${guest.name}`, plainLine(info)]
  return notes.filter((note) => note).join('; ')
}
