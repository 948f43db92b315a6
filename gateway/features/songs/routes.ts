import { listNotebookSongs } from '@called-it/infra/postgres/queries/catalogue/songs'
import { actorOf } from '../../auth/actor.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { checkNotebook } from '../../resources/notebook.ts'
import { readRenames, settleRename } from './renames.ts'
import { drawSongs, readSongs } from './service.ts'

type Parts = Pick<GatewayParts, 'postgres' | 'publisher' | 'site'>

type SongHandlers = Pick<
  Handlers,
  'listSongs' | 'drawNotebookSongs' | 'listSongRenames' | 'acceptSongRename' | 'dropSongRename'
>

export function songRoutes(parts: Parts): SongHandlers {
  const { db } = parts.postgres
  return {
    listSongs: () => readSongs(db),
    drawNotebookSongs: async ({ params, query }) => {
      checkNotebook(parts.site, params.notebook)
      return { songs: drawSongs(await listNotebookSongs(db), query.count) }
    },
    listSongRenames: () => readRenames(db),
    async acceptSongRename(request) {
      await settleRename(parts, actorOf(request), request.params, 'accepted')
      return readRenames(db)
    },
    async dropSongRename(request) {
      await settleRename(parts, actorOf(request), request.params, 'dropped')
      return readRenames(db)
    },
  }
}
