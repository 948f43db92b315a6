import type { Database } from '@called-it/infra/postgres/client'
import { getAboveExpectation } from '@called-it/infra/postgres/queries/chances/above-expectation'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import { ABOVE_EXPECTATION } from '@called-it/shared/contract/chances'
import type { Handlers } from '../../http/handler.ts'
import { openMachineNights } from './machine.ts'
import { readChances } from './show-chances.ts'
import { readSystemCards } from './system-cards.ts'

type ChanceHandlers = Pick<Handlers, 'getChances' | 'listSystemCards' | 'getMachine' | 'getAboveExpectation'>

export function readAboveBoard(db: Database) {
  return inSnapshot(db, (trx) => getAboveExpectation(trx, ABOVE_EXPECTATION.rows))
}

export function chanceRoutes({ db }: { db: Database }): ChanceHandlers {
  const machineNights = openMachineNights(db)
  return {
    getChances: ({ params }) => readChances(db, params.showId),
    listSystemCards: ({ params }) => readSystemCards(db, params.showId),
    getMachine: async () => ({ nights: await machineNights.read() }),
    getAboveExpectation: () => readAboveBoard(db),
  }
}
