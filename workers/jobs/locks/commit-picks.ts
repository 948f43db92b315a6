import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import { createLeafMaker, hashLeaf, proofTree } from '@called-it/infra/pick-proofs/pick-proofs'
import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { waitForSaves } from '@called-it/infra/postgres/queries/catalogue/shows'
import {
  findShowOfEvent,
  insertLockEvent,
  insertPublicEvents,
} from '@called-it/infra/postgres/queries/outlets/public-events'
import {
  type DueLock,
  disableSorts,
  findDueLock,
  getRootsSince,
  insertCommitments,
  insertPickLock,
  insertRootMails,
  listPicks,
  listSongSlugs,
} from '@called-it/infra/postgres/queries/proofs/pick-locks'
import { holdOpenJobForUpdate, markJobDone } from '@called-it/infra/postgres/queries/work/outbox'
import type { JobHandlers } from '@called-it/infra/queues/worker'
import { topics } from '@called-it/shared/contract/events'
import { PACKED_PICKS_BYTES } from '@called-it/shared/game/bulk/packed-picks'
import { GROUP_LEAVES } from '@called-it/shared/game/proof-tree'

/** 30 ms of hashing, during which the process does nothing else. */
const SLICE = 4 * GROUP_LEAVES

/**
 * Commits to the picks of a show that was locked, in one transaction. The show's row is locked at the end only: taps of
 * its first songs must not wait for a million leaves.
 */
export function commitPicks({
  db,
  publisher,
}: {
  db: Database
  publisher: EventPublisher
}): JobHandlers['commit-picks'] {
  return async ({ showId }, { outboxId }) => {
    await waitForSaves(db, showId)
    const since = await getRootsSince(db)
    await changeAndPublish(db, publisher, async (trx, changed) => {
      if (!(await holdOpenJobForUpdate(trx, outboxId))) return
      const due = await findDueLock(trx, showId, since)
      if (due) {
        const committed = await commit(trx, showId, due)
        if (committed.root) await insertRootMails(trx, { showId, lockNo: due.number })
        await waitForSaves(trx, showId)
        if (!isDeepStrictEqual(await findDueLock(trx, showId, since), due)) {
          throw new Error(`show ${showId} was changed while its picks were read`)
        }
        await insertPickLock(trx, { show_id: showId, ...committed })
        await publishProof(trx, showId, committed)
        changed.add(topics.show(showId))
      }
      await markJobDone(trx, outboxId)
    })
  }
}

async function publishProof(
  trx: DatabaseTransaction,
  showId: number,
  { number, leaves, root }: Awaited<ReturnType<typeof commit>>,
): Promise<void> {
  await insertLockEvent(trx, showId)
  const show = await findShowOfEvent(trx, showId)
  if (!show || !root) return
  const payload = { show, predictions: leaves, root: root.toString('hex') }
  await insertPublicEvents(trx, [
    { kind: 'picks-proved', showId, key: `picks-proved:${showId}:${number}`, payload },
  ])
}

async function commit(
  trx: DatabaseTransaction,
  showId: number,
  { sourceId, showdate, number, lockedAt }: DueLock,
) {
  const saltKey = randomBytes(32)
  await disableSorts(trx)
  const makeLeaf = createLeafMaker({ sourceId, showdate, saltKey, slugs: await listSongSlugs(trx) })
  const firstUsers: number[] = []
  let nodes: Buffer = Buffer.alloc(0)
  let count = 0
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { userIds, packed } = await listPicks(trx, showId, { after, limit: SLICE })
    const leaves = Buffer.concat(
      userIds.map((userId, at) => hashLeaf(makeLeaf(userId, packed, at * PACKED_PICKS_BYTES))),
    )
    await insertCommitments(trx, { showId, lockNo: number }, userIds, leaves)
    nodes = Buffer.concat([nodes, proofTree.groupNodes(leaves)])
    firstUsers.push(...userIds.filter((_, at) => at % GROUP_LEAVES === 0))
    count += userIds.length
    after = userIds.at(-1)
  }
  const root = count === 0 ? null : Buffer.from(proofTree.rootOf(nodes))
  return {
    number,
    locked_at: lockedAt,
    showdate,
    salt_key: saltKey,
    leaves: count,
    root,
    nodes: root && nodes,
    first_users: firstUsers,
  }
}
