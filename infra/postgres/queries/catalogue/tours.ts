import type { Database } from '../../client.ts'

/** Days are `YYYY-MM-DD`. */
export type Tour = {
  id: number
  name: string
  startDate: string
  endDate: string
  description: string | null
}

export function selectTours(db: Database) {
  return db
    .selectFrom('tours')
    .select(['id', 'name', 'start_date as startDate', 'end_date as endDate', 'description'])
}

export async function listTours(db: Database): Promise<Tour[]> {
  return selectTours(db)
    .orderBy('start_date', 'desc')
    .orderBy('end_date', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function findTour(db: Database, tourId: number): Promise<Tour | null> {
  const tour = await selectTours(db).where('id', '=', tourId).executeTakeFirst()
  return tour ?? null
}
