import type { Database } from '@called-it/infra/postgres/client'
import { getSongHistory } from '@called-it/infra/postgres/queries/catalogue/song-history'
import { planMerge, type SongMerge } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { findShownSong } from '@called-it/infra/postgres/queries/catalogue/songs'
import { SONG_PAGE } from '@called-it/shared/contract/song-pages'
import { actorOf } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { RequestParts } from '../../parts.ts'
import { checkNotebook } from '../../resources/notebook.ts'
import { requestRun } from '../../runs/request-run.ts'
import { keepBoth, readAdminSong, readCatalogue, readRenames, setHidden } from './admin-songs.ts'
import { drawNotebook, presentSong, readSongs } from './service.ts'

type SongHandlers = Pick<
  Handlers,
  | 'listSongs'
  | 'getSongPage'
  | 'drawNotebookSongs'
  | 'listSongRenames'
  | 'dropSongRename'
  | 'listAdminSongs'
  | 'getAdminSong'
  | 'hideSong'
  | 'previewMerge'
  | 'mergeSong'
>

export function songRoutes(parts: RequestParts): SongHandlers {
  const { db } = parts.postgres
  return {
    listSongs: () => readSongs(db),
    async getSongPage({ params }) {
      const song = await findShownSong(db, params.songId)
      if (!song) throw new ApiError('song_not_found')
      return { song: presentSong(song), ...(await getSongHistory(db, song.id, SONG_PAGE)) }
    },
    drawNotebookSongs: async ({ params, query }) => {
      checkNotebook(parts.site, params.notebook)
      return { songs: await drawNotebook(db, query) }
    },
    listSongRenames: () => readRenames(db),
    async dropSongRename(request) {
      await keepBoth(parts, actorOf(request), request.params)
      return readRenames(db)
    },

    listAdminSongs: ({ query: { search, state } }) => readCatalogue(db, { search, state }),
    getAdminSong: ({ params }) => readAdminSong(db, params.songId),
    async hideSong(request) {
      const { songId } = request.params
      await setHidden(parts, actorOf(request), songId, request.body.hidden)
      return readAdminSong(db, songId)
    },

    async previewMerge(request) {
      const merge = { songId: request.params.songId, into: request.body.into }
      await checkMerge(db, merge)
      return requestRun(parts, actorOf(request), request.signal, 'preview-merge', merge)
    },
    async mergeSong(request) {
      const merge = { songId: request.params.songId, into: request.body.into }
      await checkMerge(db, merge)
      return requestRun(parts, actorOf(request), request.signal, 'merge-song', merge)
    },
  }
}

/** @throws ApiError `song_not_found`, `merge_cycle` */
async function checkMerge(db: Database, merge: SongMerge): Promise<void> {
  const plan = await planMerge(db, merge)
  if (plan === 'unknown') throw new ApiError('song_not_found')
  if (plan === 'cycle') throw new ApiError('merge_cycle')
}
