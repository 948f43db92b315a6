import type { Database } from '@called-it/infra/postgres/client'
import type { Handlers } from '../../http/handler.ts'
import { readAboveBoard } from './above-expectation.ts'
import { openMachineNights } from './machine.ts'
import { readChances } from './show-chances.ts'
import { readSystemCards } from './system-cards.ts'

type ChanceHandlers = Pick<Handlers, 'getChances' | 'listSystemCards' | 'getMachine' | 'getAboveExpectation'>

export function chanceRoutes({ db }: { db: Database }): ChanceHandlers {
  const machineNights = openMachineNights(db)
  return {
    getChances: ({ params }) => readChances(db, params.showId),
    listSystemCards: ({ params }) => readSystemCards(db, params.showId),
    getMachine: async () => ({ nights: await machineNights.read() }),
    getAboveExpectation: () => readAboveBoard(db),
  }
}
