import type { Database } from '@called-it/infra/postgres/client'
import { getSongHistory } from '@called-it/infra/postgres/queries/catalogue/song-history'
import { findShownSong } from '@called-it/infra/postgres/queries/catalogue/songs'
import { SONG_PAGE, type SongPage } from '@called-it/shared/contract/song-pages'
import { ApiError } from '../../http/errors.ts'
import { presentSong } from './service.ts'

/** @throws ApiError `song_not_found` */
export async function readSongHistory(db: Database, songId: number): Promise<SongPage> {
  const song = await findShownSong(db, songId)
  if (!song) throw new ApiError('song_not_found')
  return { song: presentSong(song), ...(await getSongHistory(db, song.id, SONG_PAGE)) }
}
