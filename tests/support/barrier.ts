import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { TestDatabase } from './test-database.ts'

/** A statement at which programs wait, so that a test can act in the middle of their work. */
export type Barrier = {
  countWaiting(): Promise<number>
  /** Releases them for good; happens at the end of the test in any case. */
  open(): Promise<void>
}

let built = 0

/** Makes every statement like `INSERT ON scores` wait at rows like `NEW.user_id = 7`. */
export async function closeBarrier(
  { db, pool }: TestDatabase,
  change: string,
  row: string,
): Promise<Barrier> {
  built += 1
  const lock = 4_711 + built
  const name = `barrier_${built}`
  const holder = await pool.connect()
  let isOpen = false
  async function open(): Promise<void> {
    if (isOpen) return
    isOpen = true
    await holder.query('SELECT pg_advisory_unlock($1)', [lock])
    holder.release()
  }
  onTestFinished(open)
  await holder.query('SELECT pg_advisory_lock($1)', [lock])
  await sql
    .raw(`
      CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock_shared(${lock}); RETURN NEW; END'`)
    .execute(db)
  await sql
    .raw(`CREATE TRIGGER ${name} BEFORE ${change} FOR EACH ROW WHEN (${row}) EXECUTE FUNCTION ${name}()`)
    .execute(db)
  return {
    async countWaiting() {
      const { rows } = await holder.query(
        `SELECT count(*)::integer AS waiting FROM pg_locks
         WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        [lock],
      )
      return rows[0].waiting
    },
    open,
  }
}
