import { packPicks } from '@called-it/shared/game/bulk/packed-picks'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPicksReader, createScoreWriter } from './copy-binary.ts'

const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
const TRAILER = Buffer.from([0xff, 0xff])

const picksOf = (songId: number) => Buffer.from(packPicks({ set1: [songId], set2: [], encore: [] }))

/** A row as the server sends it. */
function row(userId: number, picks: Buffer | null): Buffer {
  const head = Buffer.alloc(14)
  head.writeInt16BE(2, 0)
  head.writeInt32BE(4, 2)
  head.writeInt32BE(userId, 6)
  head.writeInt32BE(picks?.length ?? -1, 10)
  return Buffer.concat([head, picks ?? Buffer.alloc(0)])
}

/** Reads a COPY stream that is cut at these offsets. */
function readInPieces(whole: Buffer, cuts: readonly number[]) {
  const read = createPicksReader()
  const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)), whole.length].toSorted((a, b) => a - b)
  const found: { userId: number; picks: string }[] = []
  let unreadable = 0
  for (const [index, end] of places.entries()) {
    const batch = read(whole.subarray(places[index - 1] ?? 0, end))
    unreadable += batch.unreadable
    for (let place = 0; place < batch.count; place += 1) {
      const offset = batch.offsets[place] ?? -1
      found.push({
        userId: batch.userIds[place] ?? -1,
        picks: batch.bytes.subarray(offset, offset + 38).toString('hex'),
      })
    }
  }
  return { found, unreadable }
}

test('reads rows from chunks that are split anywhere', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 2_147_483_647 }), { maxLength: 40 }),
      fc.array(fc.nat(), { maxLength: 30 }),
      (userIds, cuts) => {
        const rows = userIds.map((userId, index) => row(userId, picksOf(index + 1)))
        const { found, unreadable } = readInPieces(Buffer.concat([HEADER, ...rows, TRAILER]), cuts)
        expect(unreadable).toBe(0)
        expect(found).toEqual(
          userIds.map((userId, index) => ({ userId, picks: picksOf(index + 1).toString('hex') })),
        )
      },
    ),
  )
})

test('counts and skips rows with invalid picks', () => {
  const whole = Buffer.concat([
    HEADER,
    row(1, picksOf(1)),
    row(2, Buffer.alloc(37)),
    row(3, null),
    row(4, Buffer.alloc(400)),
    row(5, picksOf(5)),
    TRAILER,
  ])
  for (const cuts of [[], [20, 60, 90, 91, 130, 300]]) {
    const { found, unreadable } = readInPieces(whole, cuts)
    expect(found.map(({ userId }) => userId)).toEqual([1, 5])
    expect(unreadable).toBe(3)
  }
})

test('refuses input that is not a binary COPY', () => {
  expect(() => createPicksReader()(Buffer.from('user_id\tpicks\n1\t...'.padEnd(40)))).toThrow(
    'not a binary COPY',
  )
})

test('writes scores in the format of the Postgres manual', () => {
  const writer = createScoreWriter(258)
  const block = writer.add(65_538, {
    total: 300,
    songInShow: 1,
    songInSet: 2,
    correctSong: 3,
    correctSpecial: 4,
    encoreInSet: 5,
  })
  expect(block).toBeNull()
  const whole = writer.finish()
  const field = (bytes: number[]) => [0, 0, 0, bytes.length, ...bytes]
  expect([...whole]).toEqual([
    ...HEADER,
    ...[0, 8],
    ...field([0, 0, 1, 2]),
    ...field([0, 1, 0, 2]),
    ...field([1, 44]),
    ...[1, 2, 3, 4, 5].flatMap((count) => field([0, count])),
    ...TRAILER,
  ])
})

test('writes many rows as several blocks and never reuses one', () => {
  const score = { total: 0, songInShow: 0, songInSet: 0, correctSong: 0, correctSpecial: 0, encoreInSet: 0 }
  const writer = createScoreWriter(1)
  const blocks: Buffer[] = []
  for (let userId = 1; userId <= 5_000; userId += 1) {
    const full = writer.add(userId, score)
    if (full) blocks.push(full)
  }
  expect(blocks.length).toBeGreaterThan(1)
  const whole = Buffer.concat([...blocks, writer.finish()])
  const rowBytes = (whole.length - HEADER.length - TRAILER.length) / 5_000
  const userIds = Array.from({ length: 5_000 }, (_, index) =>
    whole.readInt32BE(HEADER.length + index * rowBytes + 14),
  )
  expect(userIds).toEqual(Array.from({ length: 5_000 }, (_, index) => index + 1))
})
