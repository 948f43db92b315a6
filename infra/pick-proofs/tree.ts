import { hash } from 'node:crypto'

/*
 * The Merkle tree of RFC 9162, section 2.1. A level is pairs from the left, and a lone last node moves up unchanged;
 * that equals the recursion of the RFC. A level is its hashes one after the other.
 */

export const HASH_BYTES = 32
/** Under a node of level 10: a proof reads so many leaves, and the nodes of that level. */
export const GROUP_LEAVES = 1_024

const NODE_PREFIX = Buffer.of(1)

export function hashPair(left: Uint8Array, right: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([NODE_PREFIX, left, right]), 'buffer')
}

export function countHashes(level: Buffer): number {
  return level.length / HASH_BYTES
}

export function hashAt(level: Buffer, index: number): Buffer {
  return level.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)
}

/** @param level not empty */
export function rootOf(level: Buffer): Buffer {
  return level.length <= HASH_BYTES ? level : rootOf(levelAbove(level))
}

/** The neighbours on the way from a node to the root. */
export function pathTo(level: Buffer, index: number): Buffer[] {
  const count = countHashes(level)
  if (count <= 1) return []
  const neighbour = index ^ 1
  const above = pathTo(levelAbove(level), index >> 1)
  return neighbour < count ? [hashAt(level, neighbour), ...above] : above
}

/** The nodes of level 10. */
export function groupNodes(leaves: Buffer): Buffer {
  const bytes = GROUP_LEAVES * HASH_BYTES
  const groups = Array.from({ length: Math.ceil(leaves.length / bytes) }, (_, group) =>
    leaves.subarray(group * bytes, (group + 1) * bytes),
  )
  return Buffer.concat(groups.map(rootOf))
}

function levelAbove(level: Buffer): Buffer {
  const count = countHashes(level)
  const above = Buffer.alloc(Math.ceil(count / 2) * HASH_BYTES)
  for (let index = 0; index < count; index += 2) {
    const left = hashAt(level, index)
    const node = index + 1 < count ? hashPair(left, hashAt(level, index + 1)) : left
    node.copy(above, (index / 2) * HASH_BYTES)
  }
  return above
}
