import type { Database } from '@called-it/infra/postgres/client'
import type { Handlers } from '../../http/handler.ts'
import { readAboveBoard } from './above-expectation.ts'
import type { MachineNights } from './machine.ts'
import { readSystemCards } from './system-cards.ts'

type ChanceHandlers = Pick<Handlers, 'listSystemCards' | 'getMachine' | 'getAboveExpectation'>

export function chanceRoutes({
  db,
  machineNights,
}: {
  db: Database
  machineNights: MachineNights
}): ChanceHandlers {
  return {
    listSystemCards: ({ params }) => readSystemCards(db, params.showId),
    getMachine: async () => ({ nights: await machineNights.read() }),
    getAboveExpectation: () => readAboveBoard(db),
  }
}
