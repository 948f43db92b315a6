import { namedDice } from '@called-it/infra/demo/dice'
import { csv } from './setlist-sources/file-folders.ts'

/** Of a band that has played for 42 years; as many as in the real setlists. */
export const ARCHIVE = { shows: 1_967, tours: 114, songs: 958, rows: 38_703, announced: 20 } as const

const ACTIVE_SONGS = 350
const DAYS_OF_TOUR = 134
const SHORT_SHOW = Math.floor(ARCHIVE.rows / ARCHIVE.shows)
const LONGER_SHOWS = ARCHIVE.rows % ARCHIVE.shows

/** Files of songs, shows and setlists. The last show was three days ago, the announced ones follow from tomorrow on. */
export function generateArchive(
  now = new Date(),
): Record<'songs.csv' | 'shows.csv' | 'setlists.csv', string> {
  const dice = namedDice('generated archive')
  const dayOf = (days: number) =>
    new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length)
  const songs = Array.from({ length: ARCHIVE.songs }, (_, song) => ({
    songid: song + 1,
    song: `Generated Song ${song + 1}`,
    slug: `generated-song-${song + 1}`,
  }))
  const shows = Array.from({ length: ARCHIVE.shows + ARCHIVE.announced }, (_, show) => {
    const isAnnounced = show >= ARCHIVE.shows
    const tour = isAnnounced ? ARCHIVE.tours - 1 : Math.floor((show * ARCHIVE.tours) / ARCHIVE.shows)
    const placeOnTour = show - Math.ceil((tour * ARCHIVE.shows) / ARCHIVE.tours)
    const lastPlace = ARCHIVE.shows - 1 - Math.ceil(((ARCHIVE.tours - 1) * ARCHIVE.shows) / ARCHIVE.tours)
    const day = isAnnounced
      ? 1 + 2 * (show - ARCHIVE.shows)
      : (tour - ARCHIVE.tours + 1) * DAYS_OF_TOUR + 2 * (placeOnTour - lastPlace) - 3
    return {
      showid: show + 1,
      showdate: dayOf(day),
      venue: `Generated Venue ${Math.floor(show / 3) % 80}`,
      city: 'Harborview',
      state: 'ME',
      country: 'USA',
      tourid: tour + 1,
      tourname: `Generated Tour ${tour + 1}`,
    }
  })
  const setlists = shows.slice(0, ARCHIVE.shows).flatMap(({ showid, showdate }, show) => {
    const count = SHORT_SHOW + (show < LONGER_SHOWS ? 1 : 0)
    const first = Math.floor(((ARCHIVE.songs - ACTIVE_SONGS) * show) / (ARCHIVE.shows - 1))
    const played = new Set<number>()
    while (played.size < count) played.add(first + Math.floor(ACTIVE_SONGS * dice.roll() ** 2.5))
    return [...played].map((song, place) => ({
      showid,
      showdate,
      set: place < 9 ? '1' : place < 17 ? '2' : 'e',
      position: place + 1,
      songid: song + 1,
      song: songs[song]?.song ?? '',
    }))
  })
  return { 'songs.csv': csv(songs), 'shows.csv': csv(shows), 'setlists.csv': csv(setlists) }
}
