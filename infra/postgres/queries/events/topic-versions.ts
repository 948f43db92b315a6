import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { prepared } from '../../prepared.ts'

export type TopicVersion = { topic: string; version: number }

/** `changedAt` is the database's time just before the commit. */
export type TopicChange = TopicVersion & { changedAt: Date }

/**
 * Increments topic versions in the transaction of the change. Call it last: the rows stay locked until the
 * commit. They are locked in alphabetical order, so that two transactions never deadlock.
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

export const LATELY_MS = 60_000

/** All topics that ever changed; a missing one has version 0. `readAt` is the clock of the database. */
export async function listTopicVersions(db: Database, which: 'all' | 'lately' = 'all') {
  const lately = sql<Date>`now() - make_interval(secs => ${LATELY_MS / 1000})`
  return db
    .selectFrom('topic_versions')
    .select(['topic', 'version', 'changed_at as changedAt', sql<Date>`clock_timestamp()`.as('readAt')])
    .$if(which === 'lately', (query) => query.where('changed_at', '>', lately))
    .execute()
}

const versionOfTopic = prepared('topic-version', (db, topic: RawBuilder<string>) =>
  db.selectFrom('topic_versions').select('version').where('topic', '=', topic),
)

/** 0 if the topic never changed. */
export async function getTopicVersion(db: Database, topic: string): Promise<number> {
  const [row] = await versionOfTopic(db, topic)
  return row?.version ?? 0
}
