import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../client.ts'

export type TopicVersion = { topic: string; version: number }

/**
 * Counts the versions of live topics up, inside the transaction of the change that they tell of. Call it last:
 * the rows stay locked until the commit, and they are taken in the order of their names so that two
 * transactions never wait for each other.
 */
export async function bumpTopicVersions(
  trx: DatabaseTransaction,
  topics: Iterable<string>,
): Promise<TopicVersion[]> {
  const names = [...new Set(topics)].sort()
  if (names.length === 0) return []
  return trx
    .insertInto('topic_versions')
    .columns(['topic', 'version'])
    .expression((eb) =>
      eb
        .selectFrom(sql<{ topic: string }>`unnest(${names}::text[])`.as<'names'>(sql`names(topic)`))
        .select(['names.topic', sql<number>`1`.as('version')])
        .orderBy('names.topic'),
    )
    .onConflict((conflict) =>
      conflict.column('topic').doUpdateSet({
        version: sql`topic_versions.version + 1`,
        changed_at: sql`now()`,
      }),
    )
    .returning(['topic', 'version'])
    .execute()
}

/** Every topic that ever changed; one that is missing has version 0. */
export async function listTopicVersions(db: Database): Promise<TopicVersion[]> {
  return db.selectFrom('topic_versions').select(['topic', 'version']).execute()
}

/** The version of one topic, 0 where it never changed. */
export async function getTopicVersion(db: Database, topic: string): Promise<number> {
  const row = await db
    .selectFrom('topic_versions')
    .select('version')
    .where('topic', '=', topic)
    .executeTakeFirst()
  return row?.version ?? 0
}
