/*
 * The Merkle tree of RFC 9162, section 2.1. A level is pairs from the left, and a lone last node moves up unchanged;
 * that equals the recursion of the RFC. A level is its hashes one after the other.
 */

export const HASH_BYTES = 32
/** Under a node of level 10: a proof reads so many leaves, and the nodes of that level. */
export const GROUP_LEAVES = 1_024

const GROUP_BYTES = GROUP_LEAVES * HASH_BYTES

const hashAt = (level: Uint8Array, index: number) =>
  level.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)

export function splitHashes(level: Uint8Array): Uint8Array[] {
  return Array.from({ length: level.length / HASH_BYTES }, (_, index) => hashAt(level, index))
}

export function createProofTree(sha256: (bytes: Uint8Array) => Uint8Array) {
  /** Allocated once: a tree of a million leaves has as many pairs. */
  const pair = new Uint8Array(1 + 2 * HASH_BYTES)
  pair[0] = 1

  function hashPair(left: Uint8Array, right: Uint8Array): Uint8Array {
    pair.set(left, 1)
    pair.set(right, 1 + HASH_BYTES)
    return sha256(pair)
  }

  function levelAbove(level: Uint8Array): Uint8Array {
    const count = level.length / HASH_BYTES
    const above = new Uint8Array(Math.ceil(count / 2) * HASH_BYTES)
    for (let index = 0; index < count; index += 2) {
      const left = hashAt(level, index)
      above.set(index + 1 < count ? hashPair(left, hashAt(level, index + 1)) : left, (index / 2) * HASH_BYTES)
    }
    return above
  }

  /** @param level not empty */
  function rootOf(level: Uint8Array): Uint8Array {
    return level.length <= HASH_BYTES ? level : rootOf(levelAbove(level))
  }

  /** The neighbours on the way from a node to the root. */
  function pathTo(level: Uint8Array, index: number): Uint8Array[] {
    if (level.length <= HASH_BYTES) return []
    const neighbour = hashAt(level, index ^ 1)
    const above = pathTo(levelAbove(level), index >> 1)
    return neighbour.length > 0 ? [neighbour, ...above] : above
  }

  /** The nodes of level 10. */
  function groupNodes(leaves: Uint8Array): Uint8Array {
    const nodes = new Uint8Array(Math.ceil(leaves.length / GROUP_BYTES) * HASH_BYTES)
    for (let at = 0; at < leaves.length; at += GROUP_BYTES) {
      nodes.set(rootOf(leaves.subarray(at, at + GROUP_BYTES)), at / GROUP_LEAVES)
    }
    return nodes
  }

  /**
   * The path from a leaf to the root.
   *
   * @param group the leaves under the same node of level 10
   * @param nodes all nodes of level 10
   * @param index of the leaf among all
   */
  function provePath(group: Uint8Array, nodes: Uint8Array, index: number): Uint8Array[] {
    return [...pathTo(group, index % GROUP_LEAVES), ...pathTo(nodes, Math.floor(index / GROUP_LEAVES))]
  }

  /** The root to which a leaf and its path lead; null where the path is too long or too short for index and size. */
  function followPath(leaf: Uint8Array, path: readonly Uint8Array[], index: number, size: number) {
    const left = [...path]
    let found = leaf
    for (let at = index, count = size; count > 1; at = Math.floor(at / 2), count = Math.ceil(count / 2)) {
      const isRight = at % 2 === 1
      // A lone last node.
      if (!isRight && at + 1 >= count) continue
      const neighbour = left.shift()
      if (neighbour === undefined) return null
      found = isRight ? hashPair(neighbour, found) : hashPair(found, neighbour)
    }
    return index < size && left.length === 0 ? found : null
  }

  return { rootOf, groupNodes, provePath, followPath }
}
