import { createLeafMaker, proofTree, toHex } from '@called-it/infra/pick-proofs/pick-proofs'
import type { Database } from '@called-it/infra/postgres/client'
import { findPrediction } from '@called-it/infra/postgres/queries/predictions/predictions'
import {
  type CurrentLock,
  findCurrentLock,
  listLeaves,
  listPickLocks,
  listSongSlugs,
} from '@called-it/infra/postgres/queries/proofs/pick-locks'
import type { PickProof } from '@called-it/shared/contract/pick-proofs'
import { packPicks } from '@called-it/shared/game/bulk/packed-picks'
import { GROUP_LEAVES, splitHashes } from '@called-it/shared/game/proof-tree'
import { ApiError } from '../../http/errors.ts'
import { getShow, getShowWithPublicPicks } from '../../resources/show.ts'
import { listSongs } from '../../resources/song-names.ts'

/** @throws ApiError `show_not_found` */
export async function readPickLocks(db: Database, showId: number) {
  const show = await getShow(db, showId)
  return { locks: await listPickLocks(db, show.id) }
}

/**
 * With the picks as they are stored now: the proof fails if they are not those of the lock.
 *
 * @throws ApiError `show_not_found`, `show_cancelled`, `picks_open`, `prediction_not_found`, `proof_not_found`
 */
export async function proveOwnPicks(db: Database, showId: number, userId: number): Promise<PickProof> {
  const lock = await getLock(db, showId)
  const prediction = await findPrediction(db, showId, userId)
  if (!prediction) throw new ApiError('prediction_not_found')
  const place = await findPlace(db, showId, userId, lock)
  const slugs = await listSongSlugs(db, listSongs(prediction.picks))
  return {
    leaf: createLeafMaker({ ...lock, slugs })(userId, packPicks(prediction.picks)),
    index: place.index,
    tree_size: lock.leaves,
    path: proofTree.provePath(place.group, lock.nodes, place.index).map(toHex),
    root: lock.root.toString('hex'),
  }
}

async function getLock(db: Database, showId: number): Promise<CurrentLock> {
  const show = await getShowWithPublicPicks(db, showId)
  const lock = await findCurrentLock(db, show.id)
  if (!lock) throw new ApiError('proof_not_found')
  return lock
}

/** The leaves in which the player's is, and its index among all. */
async function findPlace(
  db: Database,
  showId: number,
  userId: number,
  { number, firstUsers }: CurrentLock,
): Promise<{ group: Buffer; index: number }> {
  const group = firstUsers.findLastIndex((first) => first <= userId)
  const range = { from: firstUsers[group] ?? userId, before: firstUsers[group + 1] }
  const { userIds, leaves } = await listLeaves(db, { showId, lockNo: number }, range)
  const place = userIds.indexOf(userId)
  if (place === -1) throw new ApiError('proof_not_found')
  return { group: leaves, index: group * GROUP_LEAVES + place }
}

/** @throws ApiError `show_not_found`, `show_cancelled`, `picks_open`, `proof_not_found` */
export async function findLeaves(
  db: Database,
  showId: number,
): Promise<{ lockNo: number; lines: AsyncIterable<Uint8Array> }> {
  const { number: lockNo, firstUsers } = await getLock(db, showId)
  return { lockNo, lines: writeLines(db, { showId, lockNo }, firstUsers) }
}

/** Half a megabyte at a time. */
const GROUPS_AT_ONCE = 8

async function* writeLines(
  db: Database,
  lock: { showId: number; lockNo: number },
  firstUsers: readonly number[],
): AsyncGenerator<Buffer> {
  const starts = firstUsers.filter((_, group) => group % GROUPS_AT_ONCE === 0)
  for (const [slice, from] of starts.entries()) {
    const { leaves } = await listLeaves(db, lock, { from, before: starts[slice + 1] })
    yield Buffer.from(`${splitHashes(leaves).map(toHex).join('\n')}\n`)
  }
}
