import type { Database } from '../../client.ts'

export async function deleteExpectedPoints(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('expected_points').where('user_id', '=', userId).execute()
}

export async function deleteAboveExpectation(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('above_expectation').where('user_id', '=', userId).execute()
}
