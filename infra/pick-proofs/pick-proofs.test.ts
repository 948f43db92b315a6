import { createHash } from 'node:crypto'
import type { PickLeaf, PickProof } from '@called-it/shared/contract/pick-proofs'
import { packPicks } from '@called-it/shared/game/bulk/packed-picks'
import { GROUP_LEAVES, HASH_BYTES } from '@called-it/shared/game/proof-tree'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLeafMaker, hashLeaf, proofTree, toHex, verifyProof } from './pick-proofs.ts'

const { groupNodes, provePath, rootOf } = proofTree

const sha256 = (...parts: (string | Uint8Array)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const pair = (left: Buffer, right: Buffer) => sha256(Buffer.of(1), left, right)

/** The largest power of two below `size`. */
const splitOf = (size: number) => 2 ** Math.floor(Math.log2(size - 1))

/** RFC 9162, 2.1.1. */
function rfcRoot(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves
  if (only && leaves.length === 1) return only
  const split = splitOf(leaves.length)
  return pair(rfcRoot(leaves.slice(0, split)), rfcRoot(leaves.slice(split)))
}

/** RFC 9162, 2.1.3.1. */
function rfcPath(leaves: readonly Buffer[], index: number): Buffer[] {
  if (leaves.length === 1) return []
  const split = splitOf(leaves.length)
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)]
  return index < split
    ? [...rfcPath(left, index), rfcRoot(right)]
    : [...rfcPath(right, index - split), rfcRoot(left)]
}

const makeLeaf = createLeafMaker({
  sourceId: 'show-é"1',
  showdate: '2026-11-23',
  saltKey: Buffer.alloc(32, 7),
  slugs: new Map([
    [1, 'ghost'],
    [2, 'møøse'],
  ]),
})
const leafOf = (player: number) =>
  makeLeaf(player, packPicks({ set1: [1, null, 2], set2: [player % 3 || null], encore: [] }))

function treeOf(size: number) {
  const leaves = Array.from({ length: size }, (_, player) => leafOf(player + 1))
  const hashes = leaves.map(hashLeaf)
  const level = Buffer.concat(hashes)
  const nodes = groupNodes(level)
  const root = rootOf(nodes)
  const pathOf = (index: number) => {
    const from = Math.floor(index / GROUP_LEAVES) * GROUP_LEAVES
    return provePath(level.subarray(from * HASH_BYTES, (from + GROUP_LEAVES) * HASH_BYTES), nodes, index)
  }
  const proofOf = (index: number): PickProof => ({
    leaf: leaves[index] ?? leafOf(0),
    index,
    tree_size: size,
    path: pathOf(index).map(toHex),
    root: toHex(root),
  })
  return { hashes, root, pathOf, proofOf }
}

describe('leaf', () => {
  test('is the hash of a zero byte and JSON in a fixed order of keys', () => {
    const { show, date, player, picks, salt } = leafOf(9)
    const text = `{"show":"show-é\\"1","date":"2026-11-23","player":9,"picks":["ghost",null,"møøse"${',null'.repeat(16)}],"salt":"${salt}"}`
    const reordered: PickLeaf = { salt, picks, player, date, show }
    expect(hashLeaf(reordered)).toEqual(sha256(Buffer.of(0), text))
    expect(salt).toMatch(/^[0-9a-f]{64}$/)
    expect(leafOf(10).salt).not.toBe(salt)
  })
})

describe('tree', () => {
  test.each([1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 33, 100, 255, 1_023, 1_024, 1_025, 2_049, 3_500])(
    'has the root and paths of RFC 9162 with %i leaves',
    (size) => {
      const { hashes, root, pathOf, proofOf } = treeOf(size)
      expect(toHex(root)).toBe(toHex(rfcRoot(hashes)))
      const places = size <= 33 ? hashes.keys() : [0, 1, (size >> 1) - 1, size - 2, size - 1]
      for (const index of places) {
        expect(pathOf(index).map(toHex)).toEqual(rfcPath(hashes, index).map(toHex))
        expect(verifyProof(proofOf(index))).toBe(true)
      }
    },
  )

  test('has a single leaf as its root', () => {
    const { hashes, proofOf } = treeOf(1)
    expect(proofOf(0)).toMatchObject({ root: hashes[0]?.toString('hex'), path: [] })
  })
})

describe('proof', () => {
  const size = fc.integer({ min: 1, max: 70 })
  const place = size.chain((count) => fc.record({ count: fc.constant(count), index: fc.nat(count - 1) }))

  test('fails with any changed digit, another place and another length', () => {
    fc.assert(
      fc.property(place, fc.nat(), ({ count, index }, chosen) => {
        const proof = treeOf(count).proofOf(index)
        const flip = (digest: string) => {
          const at = chosen % digest.length
          return `${digest.slice(0, at)}${digest[at] === '0' ? '1' : '0'}${digest.slice(at + 1)}`
        }
        const { leaf, path, root } = proof
        const at = path.length > 0 ? chosen % path.length : -1
        const changed: PickProof[] = [
          { ...proof, root: flip(root) },
          { ...proof, leaf: { ...leaf, salt: flip(leaf.salt) } },
          { ...proof, leaf: { ...leaf, player: leaf.player + 1 } },
          { ...proof, leaf: { ...leaf, date: '2026-11-24' } },
          { ...proof, leaf: { ...leaf, show: 'other' } },
          { ...proof, leaf: { ...leaf, picks: leaf.picks.with(chosen % 19, 'other') } },
          { ...proof, path: [...path, root] },
          { ...proof, index: count },
          ...(at < 0 ? [] : [{ ...proof, path: path.with(at, flip(path[at] ?? '')) }]),
          ...(at < 0
            ? []
            : [
                { ...proof, path: path.slice(0, -1) },
                { ...proof, index: index ^ 1 },
              ]),
        ]
        expect(changed.map(verifyProof)).not.toContain(true)
        expect(verifyProof(proof)).toBe(true)
      }),
    )
  })
})
