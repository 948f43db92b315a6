import type { Database } from '@called-it/infra/postgres/client'
import { getAboveExpectation } from '@called-it/infra/postgres/queries/chances/above-expectation'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import { ABOVE_EXPECTATION, type AboveRow } from '@called-it/shared/contract/chances'
import { avatarPath } from '../../resources/avatar-path.ts'

export function readAboveBoard(db: Database): Promise<{ players: number; rows: AboveRow[] }> {
  return inSnapshot(db, async (trx) => {
    const { players, rows } = await getAboveExpectation(trx, ABOVE_EXPECTATION.rows)
    return {
      players,
      rows: rows.map(({ rank, userId, displayName, avatarHash, shows, above }) => ({
        rank,
        userId,
        userName: displayName,
        avatar: avatarPath(userId, avatarHash),
        shows,
        above,
      })),
    }
  })
}
