import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { prepared } from '../../prepared.ts'

export type TopicVersion = { topic: string; version: number }

/** A version with the instant at which it began, just before its commit, by the database's clock. */
export type TopicChange = TopicVersion & { changedAt: Date }

/**
 * Counts the versions of live topics up, inside the transaction of the change that they tell of. Call it last:
 * the rows stay locked until the commit, and they are taken in the order of their names so that two
 * transactions never wait for each other.
 */
export async function bumpTopicVersions(
  trx: DatabaseTransaction,
  topics: Iterable<string>,
): Promise<TopicChange[]> {
  const names = [...new Set(topics)].sort()
  if (names.length === 0) return []
  return trx
    .insertInto('topic_versions')
    .columns(['topic', 'version', 'changed_at'])
    .expression((eb) =>
      eb
        .selectFrom(sql<{ topic: string }>`unnest(${names}::text[])`.as<'names'>(sql`names(topic)`))
        .select(['names.topic', sql<number>`1`.as('version'), sql<Date>`clock_timestamp()`.as('changed_at')])
        .orderBy('names.topic'),
    )
    .onConflict((conflict) =>
      conflict.column('topic').doUpdateSet({
        version: sql`topic_versions.version + 1`,
        changed_at: sql`clock_timestamp()`,
      }),
    )
    .returning(['topic', 'version', 'changed_at as changedAt'])
    .execute()
}

/**
 * Every topic that ever changed; one that is missing has version 0. `readAt` is the database's clock, so that a
 * reader can tell how long ago a change was without trusting its own.
 */
export async function listTopicVersions(db: Database): Promise<(TopicChange & { readAt: Date })[]> {
  return db
    .selectFrom('topic_versions')
    .select(['topic', 'version', 'changed_at as changedAt', sql<Date>`clock_timestamp()`.as('readAt')])
    .execute()
}

const versionOfTopic = prepared('topic-version', (db, topic: RawBuilder<string>) =>
  db.selectFrom('topic_versions').select('version').where('topic', '=', topic),
)

/** The version of one topic, 0 where it never changed. */
export async function getTopicVersion(db: Database, topic: string): Promise<number> {
  const [row] = await versionOfTopic(db, topic)
  return row?.version ?? 0
}
