import type { Database } from '@called-it/infra/postgres/client'
import { Download, type Handlers } from '../../http/handler.ts'
import { findLeaves, proveOwnPicks, readPickLocks } from './service.ts'

type PickProofHandlers = Pick<Handlers, 'listPickLocks' | 'getOwnProof' | 'downloadLeaves'>

export function pickProofRoutes({ db }: { db: Database }): PickProofHandlers {
  return {
    listPickLocks: ({ params }) => readPickLocks(db, params.showId),
    getOwnProof: ({ params, user }) => proveOwnPicks(db, params.showId, user.id),
    downloadLeaves: async ({ params: { showId } }) => {
      const { lockNo, lines } = await findLeaves(db, showId)
      return new Download(`leaves-${showId}-${lockNo}.txt`, lines)
    },
  }
}
