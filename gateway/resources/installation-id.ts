import { randomUUID } from 'node:crypto'
import type { Database } from '@called-it/infra/postgres/client'
import { findFact, insertFact } from '@called-it/infra/postgres/queries/work/installation-facts'

/** In ids that leave the site. Stored with the data, so that a restored site keeps it. */
export async function readInstallationId(db: Database): Promise<string> {
  return (await findFact(db, 'feed-id')) ?? (await insertFact(db, 'feed-id', randomUUID()))
}
