import { listActiveSongs, listNotebookSongs } from '@called-it/infra/postgres/queries/songs'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { presentSong } from './presenter.ts'
import { checkNotebook, drawSongs } from './service.ts'

type Parts = Pick<GatewayParts, 'postgres' | 'site'>

export function songRoutes({ postgres, site }: Parts): Pick<Handlers, 'listSongs' | 'drawNotebookSongs'> {
  return {
    listSongs: async () => ({ songs: (await listActiveSongs(postgres.db)).map(presentSong) }),
    drawNotebookSongs: async ({ params, query }) => {
      checkNotebook(site, params.notebook)
      return { songs: drawSongs(await listNotebookSongs(postgres.db), query.count) }
    },
  }
}
