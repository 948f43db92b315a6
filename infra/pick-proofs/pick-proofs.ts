import { createHmac, createSecretKey, hash } from 'node:crypto'
import type { PickLeaf, PickProof } from '@called-it/shared/contract/pick-proofs'
import { unpackSlots } from '@called-it/shared/game/bulk/packed-picks'
import { createProofTree } from '@called-it/shared/game/proof-tree'
import type { SongId } from '@called-it/shared/game/setlist'

const sha256 = (bytes: Uint8Array | string) => hash('sha256', bytes, 'buffer')

export const proofTree = createProofTree(sha256)

export const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** What all leaves of a lock have in common. */
export type LeafFacts = {
  /** The show's id at its source. */
  readonly sourceId: string
  readonly showdate: string
  readonly saltKey: Uint8Array
  /** As songs were inserted with them: a song never gets another one, only aliases. */
  readonly slugs: ReadonlyMap<SongId, string>
}

/** @returns the leaf of a player's packed picks, which begin at `offset` */
export function createLeafMaker({ sourceId, showdate, saltKey, slugs }: LeafFacts) {
  // A key as bytes takes six times as long.
  const key = createSecretKey(saltKey)
  return (player: number, packed: Uint8Array, offset = 0): PickLeaf => ({
    show: sourceId,
    date: showdate,
    player,
    picks: unpackSlots(packed, offset).map((songId) => slugs.get(songId) ?? null),
    salt: createHmac('sha256', key).update(`${sourceId}/${player}`).digest('hex'),
  })
}

/** SHA-256 of a zero byte and the leaf as JSON: keys in this order, no blanks. */
export function hashLeaf({ show, date, player, picks, salt }: PickLeaf): Buffer {
  return sha256(`\0${JSON.stringify({ show, date, player, picks, salt })}`)
}

export function verifyProof({ leaf, index, tree_size, path, root }: PickProof): boolean {
  const digests = path.map((digest) => Buffer.from(digest, 'hex'))
  const found = proofTree.followPath(hashLeaf(leaf), digests, index, tree_size)
  return found !== null && toHex(found) === root
}
