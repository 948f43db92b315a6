import type { ListedShow } from '@called-it/shared/contract/chances'
import { sql } from 'kysely'

/** The known parts, separated by commas, as `presentLocation` of the gateway writes them. */
export const LOCATION = sql<string>`
  concat_ws(', ', nullif(trim(shows.city), ''), nullif(trim(shows.state), ''), nullif(trim(shows.country), ''))`

/** A show in one line. */
export const LISTED_SHOW = sql<ListedShow>`
  json_build_object('id', shows.id, 'date', shows.showdate, 'venue', shows.venue, 'location', ${LOCATION})`
