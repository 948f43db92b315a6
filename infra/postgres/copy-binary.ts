/**
 * COPY's binary format for predictions and scores. The Postgres manual describes it under "Binary Format": a
 * signature, then rows of a 16-bit field count and, for each field, a 32-bit length and its bytes, then a row
 * with the count -1.
 */

import type { BulkScore } from '@called-it/shared/game/bulk/bulk-scoring'
import { PACKED_PICKS_BYTES } from '@called-it/shared/game/bulk/packed-picks'

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
/** Signature, flags and the length of an extension area, which Postgres leaves empty. */
const HEADER_BYTES = SIGNATURE.length + 8
const NO_MORE_ROWS = -1
const NULL_LENGTH = -1

/** Predictions of one chunk. Valid until the next chunk is read. */
export type PicksBatch = {
  readonly count: number
  readonly userIds: Int32Array
  /** The packed picks of prediction i begin at `offsets[i]`. */
  readonly bytes: Buffer
  readonly offsets: Int32Array
  readonly unreadable: number
}

export function createPicksReader(): (chunk: Buffer) => PicksBatch {
  let rest: Buffer = Buffer.alloc(0)
  let isPastHeader = false
  let userIds = new Int32Array(0)
  let offsets = new Int32Array(0)

  function makeRoom(bytes: number): void {
    const most = Math.ceil(bytes / MIN_ROW_BYTES)
    if (most <= userIds.length) return
    userIds = new Int32Array(most)
    offsets = new Int32Array(most)
  }

  return (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    makeRoom(bytes.length)
    let at = 0
    let count = 0
    let unreadable = 0
    if (!isPastHeader) {
      if (bytes.length < HEADER_BYTES) {
        rest = bytes
        return { count, userIds, bytes, offsets, unreadable }
      }
      at = readHeader(bytes)
      isPastHeader = true
    }
    while (bytes.length - at >= MIN_ROW_BYTES && view.getInt16(at) !== NO_MORE_ROWS) {
      const picksLength = view.getInt32(at + PICKS_LENGTH_AT)
      const picksAt = at + PICKS_AT
      const end = picksAt + (picksLength === NULL_LENGTH ? 0 : picksLength)
      if (end > bytes.length) break
      if (picksLength === PACKED_PICKS_BYTES) {
        userIds[count] = view.getInt32(at + USER_ID_AT)
        offsets[count] = picksAt
        count++
      } else {
        unreadable++
      }
      at = end
    }
    rest = bytes.subarray(at)
    return { count, userIds, bytes, offsets, unreadable }
  }
}

const USER_ID_AT = 2 + 4
const PICKS_LENGTH_AT = USER_ID_AT + 4
const PICKS_AT = PICKS_LENGTH_AT + 4
const MIN_ROW_BYTES = PICKS_AT

function readHeader(bytes: Buffer): number {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('this is not a binary COPY')
  return HEADER_BYTES + bytes.readInt32BE(HEADER_BYTES - 4)
}

/** The columns of `scores` in the order that `createScoreWriter` writes. */
export const SCORE_COLUMNS = [
  'score_set_id',
  'user_id',
  'total',
  'song_in_show',
  'song_in_set',
  'correct_song',
  'correct_special',
  'encore_in_set',
] as const

export type ScoreWriter = {
  /** Returns a full block for COPY, or null. A returned block is not written to again. */
  add(userId: number, score: BulkScore): Buffer | null
  finish(): Buffer
}

export function createScoreWriter(scoreSetId: number): ScoreWriter {
  const blank = blankBlock(scoreSetId)
  let block = Buffer.concat([COPY_HEADER, blank])
  let view = viewOf(block)
  let at = COPY_HEADER.length

  /** The connection may not have sent the returned block yet, so it is never reused. */
  function startBlock(): void {
    block = Buffer.from(blank)
    view = viewOf(block)
    at = 0
  }

  return {
    add(userId, score) {
      view.setInt32(at + USER_ID_OUT_AT, userId)
      view.setInt16(at + TOTAL_AT, score.total)
      view.setInt16(at + TOTAL_AT + SMALLINT_FIELD_BYTES, score.songInShow)
      view.setInt16(at + TOTAL_AT + 2 * SMALLINT_FIELD_BYTES, score.songInSet)
      view.setInt16(at + TOTAL_AT + 3 * SMALLINT_FIELD_BYTES, score.correctSong)
      view.setInt16(at + TOTAL_AT + 4 * SMALLINT_FIELD_BYTES, score.correctSpecial)
      view.setInt16(at + TOTAL_AT + 5 * SMALLINT_FIELD_BYTES, score.encoreInSet)
      at += ROW_BYTES
      if (at < block.length) return null
      const full = block
      startBlock()
      return full
    },
    finish: () => Buffer.concat([block.subarray(0, at), COPY_END]),
  }
}

function viewOf(block: Buffer): DataView {
  return new DataView(block.buffer, block.byteOffset, block.length)
}

const COPY_HEADER = Buffer.concat([SIGNATURE, Buffer.alloc(8)])
const COPY_END = Buffer.from([0xff, 0xff])
/** About 65 KB, which a socket takes at once. */
const ROWS_PER_BLOCK = 1_200
const INTEGER_FIELD_BYTES = 4 + 4
const SMALLINT_FIELD_BYTES = 4 + 2
const SMALLINT_COLUMNS = SCORE_COLUMNS.length - 2
/** Offsets of values in a row, each behind its length. */
const SET_ID_AT = 2 + 4
const USER_ID_OUT_AT = SET_ID_AT + INTEGER_FIELD_BYTES
const TOTAL_AT = USER_ID_OUT_AT + INTEGER_FIELD_BYTES
const ROW_BYTES = 2 + 2 * INTEGER_FIELD_BYTES + SMALLINT_COLUMNS * SMALLINT_FIELD_BYTES

function blankBlock(scoreSetId: number): Buffer {
  const row = Buffer.alloc(ROW_BYTES)
  row.writeInt16BE(SCORE_COLUMNS.length, 0)
  row.writeInt32BE(4, SET_ID_AT - 4)
  row.writeInt32BE(scoreSetId, SET_ID_AT)
  row.writeInt32BE(4, USER_ID_OUT_AT - 4)
  for (let column = 0; column < SMALLINT_COLUMNS; column++) {
    row.writeInt32BE(2, TOTAL_AT - 4 + column * SMALLINT_FIELD_BYTES)
  }
  return Buffer.alloc(ROWS_PER_BLOCK * ROW_BYTES, row)
}
