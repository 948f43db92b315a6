import { listBoard } from '@called-it/infra/postgres/queries/standings/standings'
import { pathId } from '@called-it/shared/contract/fields'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { EMBED_PATH } from '@called-it/shared/contract/served-page'
import type { Express } from 'express'
import { z } from 'zod'
import { ApiError } from '../../http/errors.ts'
import { requestFacts } from '../../http/request-facts.ts'
import { textsFor, VARIES_BY_LANGUAGE } from '../../http/request-language.ts'
import type { LoadShedder } from '../../overload/load-shedding.ts'
import { embedPolicy } from '../../pages/page-policies.ts'
import type { GatewayParts } from '../../parts.ts'
import { getTour } from '../../resources/tour.ts'
import { STYLE_SOURCES, writeEmbeddedBoard } from './embedded-board.ts'

const ROWS = 10

const embedQuery = z.object({ tour: pathId.optional(), theme: z.enum(['dark', 'light']).optional() })

type EmbedParts = Pick<GatewayParts, 'postgres' | 'site' | 'config'> & {
  readonly shedder: Pick<LoadShedder, 'run'>
}

/** Serves the top of a board to the sites that may frame it. It shows no picks, so that no overlay covers it. */
export function mountEmbeds(app: Express, { postgres: { db }, site, config, shedder }: EmbedParts): void {
  app.get(EMBED_PATH, embedPolicy(config, STYLE_SOURCES), async (request, response) => {
    requestFacts(request).route = 'embed'
    const asked = embedQuery.safeParse(request.query)
    const t = textsFor(request)
    if (!asked.success) throw new ApiError('not_found')
    const { tour: tourId, theme = null } = asked.data
    const { title, rows } = await shedder.run(async () => ({
      title:
        tourId === undefined
          ? t('feed.all-shows', { product: site.product })
          : (await getTour(db, tourId)).name,
      ...(await listBoard(db, tourId ?? GLOBAL_BOARD, { limit: ROWS })),
    }))
    const link = `${config.publicUrl}/leaderboard${tourId === undefined ? '' : `?tab=tours&tour=${tourId}`}`
    const page = writeEmbeddedBoard({ title, rows, link, theme, t })
    response.set('Cache-Control', 'no-cache').vary(VARIES_BY_LANGUAGE).type('html').send(page)
  })
}
