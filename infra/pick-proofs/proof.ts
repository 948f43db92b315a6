import type { PickProof } from '@called-it/shared/contract/pick-proofs'
import { hashLeaf } from './leaf.ts'
import { GROUP_LEAVES, hashPair, pathTo } from './tree.ts'

/**
 * The path from a leaf to the root.
 *
 * @param group the leaves under the same node of level 10
 * @param nodes all nodes of level 10
 * @param index of the leaf among all
 */
export function provePath(group: Buffer, nodes: Buffer, index: number): Buffer[] {
  return [...pathTo(group, index % GROUP_LEAVES), ...pathTo(nodes, Math.floor(index / GROUP_LEAVES))]
}

/** Whether the leaf and its path lead to the root, by index and size: a lone last leaf has a shorter path. */
export function verifyProof({ leaf, index, tree_size, path, root }: PickProof): boolean {
  if (index >= tree_size) return false
  const left = path.map((digest) => Buffer.from(digest, 'hex'))
  let found = hashLeaf(leaf)
  let at = index
  for (let count = tree_size; count > 1; count = Math.ceil(count / 2)) {
    const isRight = at % 2 === 1
    if (isRight || at + 1 < count) {
      const neighbour = left.shift()
      if (neighbour === undefined) return false
      found = isRight ? hashPair(neighbour, found) : hashPair(found, neighbour)
    }
    at = Math.floor(at / 2)
  }
  return left.length === 0 && found.toString('hex') === root
}
