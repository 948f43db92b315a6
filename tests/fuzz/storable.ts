import type { Database } from '@called-it/infra/postgres/client'
import { sql } from 'kysely'

/** Fields of a source's answers that are days, and those that are counts. */
const DAYS = new Set(['date', 'startDate', 'endDate', 'lastPlayed'])
const COUNTS = new Set(['timesPlayed', 'gap'])

/** Has Postgres read everything in a value as the type that it is stored as; throws what it says where it cannot. */
export async function expectStorable(db: Database, value: unknown): Promise<void> {
  const found: Found = { texts: [], days: [], counts: [] }
  gather(value, '', found)
  await sql`SELECT ${found.texts}::text[], ${found.days}::date[], ${found.counts}::integer[]`.execute(db)
  if (!found.texts.every((text) => text.isWellFormed())) throw new Error('half a character is in a text')
}

type Found = { texts: string[]; days: string[]; counts: number[] }

function gather(value: unknown, field: string, found: Found): void {
  if (typeof value === 'string') (DAYS.has(field) ? found.days : found.texts).push(value)
  if (typeof value === 'number' && COUNTS.has(field)) found.counts.push(value)
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) gather(inner, Array.isArray(value) ? field : name, found)
}
