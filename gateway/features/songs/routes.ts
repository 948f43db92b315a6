import { listNotebookSongs } from '@called-it/infra/postgres/queries/catalogue/songs'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { checkNotebook } from '../../resources/notebook.ts'
import { drawSongs, readSongs } from './service.ts'

type Parts = Pick<GatewayParts, 'postgres' | 'site'>

export function songRoutes({ postgres, site }: Parts): Pick<Handlers, 'listSongs' | 'drawNotebookSongs'> {
  return {
    listSongs: () => readSongs(postgres.db),
    drawNotebookSongs: async ({ params, query }) => {
      checkNotebook(site, params.notebook)
      return { songs: drawSongs(await listNotebookSongs(postgres.db), query.count) }
    },
  }
}
