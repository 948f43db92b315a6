import type { Database } from '@called-it/infra/postgres/client'
import type { Handlers } from '../../http/handler.ts'
import { readChances } from './show-chances.ts'

type ChanceHandlers = Pick<Handlers, 'getChances'>

export function chanceRoutes({ db }: { db: Database }): ChanceHandlers {
  return {
    getChances: ({ params }) => readChances(db, params.showId),
  }
}
