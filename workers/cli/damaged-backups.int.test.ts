import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type Block, decodeBlocks, encodeBlocks, SIGNATURE } from '@called-it/infra/postgres/backup/file'
import { DAILY_SEED } from '@called-it/tests/support/daily-seed'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow, makeSongs } from '@called-it/tests/support/factories/catalogue'
import { makePrediction } from '@called-it/tests/support/factories/scores'
import { isLongRun } from '@called-it/tests/support/long-run'
import { TEST_SETTINGS_KEY } from '@called-it/tests/support/settings-keys'
import { folderOfFile } from '@called-it/tests/support/temporary-folder'
import { createTestDatabase, type TestDatabase } from '@called-it/tests/support/test-database'
import { runCommand } from '@called-it/tests/support/workers/run-command'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** In rows that a damaged backup must not print. */
const PRIVATE = 'zebrafish'

let target: TestDatabase
const folder = await folderOfFile()
let packed: Buffer
let blocks: Block[]

beforeAll(async () => {
  const source = await createTestDatabase()
  const file = path.join(folder, 'a.backup')
  for (let fan = 0; fan < 20; fan += 1) {
    await makeUser(source.db, { displayName: `${PRIVATE} ${fan}`, email: `${PRIVATE}-${fan}@example.test` })
  }
  const { id: userId } = await makeUser(source.db)
  const show = await makeShow(source.db, { venue: PRIVATE })
  const [song] = await makeSongs(source.db, 20)
  await makeSetlist(source.db, show.id, {}, { text: PRIVATE })
  await makePrediction(source.db, { showId: show.id, userId, picks: { set1: [song?.id ?? null] } })
  await runCommand(['backup', file], { DATABASE_URL: source.url })
  await source.drop()
  packed = await readFile(file)
  blocks = await collect(decodeBlocks(onceOf(unpack(packed))))
  target = await createTestDatabase()
})
afterAll(async () => {
  await target.drop()
})

async function* onceOf<Value>(...values: Value[]): AsyncGenerator<Value, void, undefined> {
  yield* values
}

async function collect<Value>(source: AsyncIterable<Value>): Promise<Value[]> {
  const values: Value[] = []
  for await (const value of source) values.push(value)
  return values
}

const unpack = (file: Buffer) => zstdDecompressSync(file.subarray(SIGNATURE.length))
const packBlocks = async (changed: readonly Block[]) =>
  Buffer.concat([SIGNATURE, zstdCompressSync(Buffer.concat(await collect(encodeBlocks(onceOf(...changed)))))])

/** A valid file in which the rows of one table are others: only the database can notice. */
function withRows(table: string, change: (rows: string[]) => string[]): Block[] {
  const start = blocks.findIndex(
    ({ kind, value }) => kind === 'table' && 'name' in value && value.name === table,
  )
  const end = blocks.findIndex(({ kind }, index) => index > start && kind === 'tableEnd')
  const before = Buffer.concat(
    blocks.slice(start, end).flatMap(({ kind, value }) => (kind === 'rows' ? value : [])),
  )
  const rows = change(before.toString('latin1').split('\n').slice(0, -1))
  const value = Buffer.from(rows.map((row) => `${row}\n`).join(''), 'latin1')
  const sha256 = createHash('sha256').update(value).digest('hex')
  return [
    ...blocks.slice(0, start + 1),
    { kind: 'rows', value },
    { kind: 'tableEnd', value: { rows: rows.length, sha256 } },
    ...blocks.slice(end + 1),
  ]
}

const withEnd = (sequences: { name: string; last: number }[]): Block[] => [
  ...blocks.slice(0, -1),
  { kind: 'end', value: { sequences } },
]

async function expectOneSentence(damaged: Buffer): Promise<void> {
  const file = path.join(folder, 'damaged.backup')
  await writeFile(file, damaged)
  const { code, stdout, stderr } = await runCommand(['restore', file], {
    DATABASE_URL: target.url,
    SETTINGS_KEY: TEST_SETTINGS_KEY,
  })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^[A-Z][^\n]+\.\n$/)
  expect(stderr).not.toContain(PRIVATE)
  expect(await target.db.selectFrom('users').select('id').execute()).toEqual([])
}

/** Positions as parts of the length, so that one property fits files and their content. */
const part = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
const damage = fc.record({
  kind: fc.constantFrom('cut', 'flip', 'zero', 'remove', 'repeat', 'append'),
  at: part,
  length: fc.integer({ min: 1, max: 300 }),
  xor: fc.integer({ min: 1, max: 255 }),
})

function apply(
  { kind, at, length, xor }: typeof damage extends fc.Arbitrary<infer Value> ? Value : never,
  given: Buffer,
): Buffer {
  const start = Math.floor(at * given.length)
  const [before, hit, after] = [
    given.subarray(0, start),
    given.subarray(start, start + length),
    given.subarray(start + length),
  ]
  switch (kind) {
    case 'cut':
      return before
    case 'flip':
      return Buffer.concat([before, Buffer.from([given.readUInt8(start) ^ xor]), given.subarray(start + 1)])
    case 'zero':
      return Buffer.concat([before, Buffer.alloc(hit.length), after])
    case 'remove':
      return Buffer.concat([before, after])
    case 'repeat':
      return Buffer.concat([before, hit, hit, after])
    default:
      return Buffer.concat([given, Buffer.alloc(length, xor)])
  }
}

/** What follows the end of a complete file is ignored. */
function hasSameContent(damaged: Buffer): boolean {
  try {
    return damaged.subarray(0, SIGNATURE.length).equals(SIGNATURE) && unpack(damaged).equals(unpack(packed))
  } catch {
    return false
  }
}

const runs = { numRuns: isLongRun ? 40 : 8, seed: DAILY_SEED, endOnFailure: true }

describe('restoring a damaged backup', () => {
  test('prints one sentence and no row, with any damage to the file', async () => {
    const property = fc.asyncProperty(damage, async (change) => {
      const damaged = apply(change, packed)
      fc.pre(!hasSameContent(damaged))
      await expectOneSentence(damaged)
    })
    await fc.assert(property, runs)
  })

  test('prints one sentence and no row, with any damage to packed rows', async () => {
    const property = fc.asyncProperty(damage, part, async (change, which) => {
      const rows = blocks.filter((block) => block.kind === 'rows')
      const chosen = rows[Math.floor(which * rows.length)]
      const changed = blocks.map((block): Block => {
        return block === chosen ? { kind: 'rows', value: apply(change, chosen.value) } : block
      })
      await expectOneSentence(await packBlocks(changed))
    })
    await fc.assert(property, runs)
  })

  test.each<[string, () => Block[]]>([
    ['a text in place of a number', () => withRows('users', (rows) => rows.map((row) => `${PRIVATE}${row}`))],
    ['a row twice', () => withRows('users', (rows) => rows.flatMap((row) => [row, row]))],
    ['a missing column', () => withRows('users', (rows) => rows.map((row) => row.replace(/\t[^\t]*$/, '')))],
    ['an additional column', () => withRows('users', (rows) => rows.map((row) => `${row}\t${PRIVATE}`))],
    [
      'nothing where a value is needed',
      () => withRows('users', (rows) => rows.map((row) => row.replace(/[^\t]+/g, '\\N'))),
    ],
    [
      'bytes that are no text',
      () => withRows('users', (rows) => rows.map((row) => row.replace(PRIVATE, '\xff\xfe'))),
    ],
    ['a NUL', () => withRows('users', (rows) => rows.map((row) => row.replace(PRIVATE, '\0')))],
    ['rows that others refer to missing', () => withRows('users', () => [])],
    [
      'a table twice',
      () => blocks.flatMap((block): Block[] => (block.kind === 'table' ? [block, block] : [block])),
    ],
    ['the header alone', () => blocks.slice(0, 1)],
    ['no header', () => blocks.slice(1)],
    ['a row after the end', () => [...blocks, { kind: 'rows', value: Buffer.from(PRIVATE) }]],
    ['an unknown sequence', () => withEnd([{ name: PRIVATE, last: 1 }])],
    ['a sequence before its beginning', () => withEnd([{ name: 'users_id_seq', last: -1 }])],
  ])('prints one sentence and no row, with %s', async (_, change) => {
    await expectOneSentence(await packBlocks(change()))
  })
})
