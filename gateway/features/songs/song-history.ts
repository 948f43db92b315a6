import type { Database } from '@called-it/infra/postgres/client'
import { findSongHistory } from '@called-it/infra/postgres/queries/catalogue/song-pages'
import { findShownSong } from '@called-it/infra/postgres/queries/catalogue/songs'
import { SONG_PAGE, type SongPage } from '@called-it/shared/contract/song-pages'
import { ApiError } from '../../http/errors.ts'
import { presentLocation } from '../../resources/show.ts'
import { presentSong } from './presenter.ts'

/** @throws ApiError `song_not_found` */
export async function readSongHistory(db: Database, songId: number): Promise<SongPage> {
  const song = await findShownSong(db, songId)
  if (!song) throw new ApiError('song_not_found')
  const { performances, neighbours, venues, ...history } = await findSongHistory(db, song.id, SONG_PAGE)
  const present = ({ isAfter: _, ...neighbour }: (typeof neighbours)[number]) => neighbour
  return {
    ...history,
    song: presentSong(song),
    performances: performances.map(({ show, ...performance }) => ({
      ...performance,
      show: { id: show.id, date: show.showdate, venue: show.venue, location: presentLocation(show) },
    })),
    before: neighbours.filter(({ isAfter }) => !isAfter).map(present),
    after: neighbours.filter(({ isAfter }) => isAfter).map(present),
    venues: venues.map((place) => ({
      venue: place.venue,
      location: presentLocation(place),
      plays: place.plays,
    })),
  }
}
