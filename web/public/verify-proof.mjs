// node verify-proof.mjs FILE…: checks proofs, and recounts the root of downloaded leaves.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest()
const join = (left, right) => (right ? sha256(Buffer.of(1), left, right) : left)

function isProof({ leaf: { show, date, player, picks, salt }, index, tree_size, path, root }) {
  const next = () => Buffer.from(path.shift() ?? '', 'hex')
  let hash = sha256(Buffer.of(0), Buffer.from(JSON.stringify({ show, date, player, picks, salt })))
  for (let at = index, size = tree_size; size > 1; at = Math.floor(at / 2), size = Math.ceil(size / 2)) {
    if (at % 2 === 1 || at + 1 < size) hash = at % 2 === 1 ? join(next(), hash) : join(hash, next())
  }
  return index < tree_size && path.length === 0 && hash.toString('hex') === root
}

function rootOfLeaves(nodes) {
  if (nodes.length === 1) return nodes[0].toString('hex')
  return rootOfLeaves(nodes.flatMap((left, at) => (at % 2 === 0 ? join(left, nodes[at + 1]) : [])))
}

for (const file of process.argv.slice(2)) {
  const text = readFileSync(file, 'utf8').trim()
  const leaves = text.split('\n').map((line) => Buffer.from(line, 'hex'))
  const proof = leaves.every(({ length }) => length === 32) ? undefined : JSON.parse(text)
  const { root, tree_size } = proof ?? { root: rootOfLeaves(leaves), tree_size: leaves.length }
  const isRight = proof === undefined || isProof(proof)
  console.log(`${file}: ${isRight ? 'ok' : 'FAILED'}, root ${root} of ${tree_size}`)
  if (!isRight) process.exitCode = 1
}
