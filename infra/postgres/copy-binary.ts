/**
 * The binary formats of COPY in which predictions and scores travel by the million. All follow the manual's
 * "Binary Format": a signature, then rows of a 16-bit count of fields and, for each, a 32-bit length with so
 * many bytes, then a row of -1 fields.
 */

import type { BulkScore } from '@called-it/shared/game/bulk-scoring'
import { PACKED_PICKS_BYTES } from '@called-it/shared/game/packed-picks'

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
/** The signature, flags, and the length of an extension that Postgres does not write yet. */
const HEADER_BYTES = SIGNATURE.length + 8
const NO_MORE_ROWS = -1
const NULL_LENGTH = -1

/** Predictions that arrived together. Valid until the next batch is read. */
export type PicksBatch = {
  readonly count: number
  readonly userIds: Int32Array
  /** Holds the packed picks of prediction i at `offsets[i]`. */
  readonly bytes: Buffer
  readonly offsets: Int32Array
  /** Rows of this batch whose picks cannot be read; they are not among `count`. */
  readonly unreadable: number
}

/** Reads `(user_id integer, picks bytea)` from a COPY in binary, whose chunks may break rows anywhere. */
export function createPicksReader(): (chunk: Buffer) => PicksBatch {
  let rest: Buffer = Buffer.alloc(0)
  let isPastHeader = false
  let userIds = new Int32Array(0)
  let offsets = new Int32Array(0)

  function makeRoom(bytes: number): void {
    const most = Math.ceil(bytes / SMALLEST_ROW_BYTES)
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
    while (bytes.length - at >= SMALLEST_ROW_BYTES && view.getInt16(at) !== NO_MORE_ROWS) {
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
/** A row without picks: everything that stands before them. */
const SMALLEST_ROW_BYTES = PICKS_AT

function readHeader(bytes: Buffer): number {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('this is no binary COPY')
  return HEADER_BYTES + bytes.readInt32BE(HEADER_BYTES - 4)
}

/** The columns of `scores`, in the order in which `createScoreWriter` writes them. */
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
  /** Answers with a block for COPY to read whenever one is full. It is not written to again. */
  add(userId: number, score: BulkScore): Buffer | null
  /** The last block, with the end of the COPY. */
  finish(): Buffer
}

/** Writes rows of `scores` for a COPY in binary. */
export function createScoreWriter(scoreSetId: number): ScoreWriter {
  const blank = blankBlock(scoreSetId)
  let block = Buffer.concat([COPY_HEADER, blank])
  let view = viewOf(block)
  let at = COPY_HEADER.length

  /** Taken bytes belong to the connection, which may not have sent them yet. */
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
/** Some 65 KB: what a socket takes at a time. */
const ROWS_A_BLOCK = 1_200
const INTEGER_FIELD_BYTES = 4 + 4
const SMALLINT_FIELD_BYTES = 4 + 2
const SMALLINT_COLUMNS = SCORE_COLUMNS.length - 2
/** Where the values stand, each behind its length. */
const SET_ID_AT = 2 + 4
const USER_ID_OUT_AT = SET_ID_AT + INTEGER_FIELD_BYTES
const TOTAL_AT = USER_ID_OUT_AT + INTEGER_FIELD_BYTES
const ROW_BYTES = 2 + 2 * INTEGER_FIELD_BYTES + SMALLINT_COLUMNS * SMALLINT_FIELD_BYTES

/** Rows with all that is the same in every row: count and lengths of the fields, and the set. */
function blankBlock(scoreSetId: number): Buffer {
  const row = Buffer.alloc(ROW_BYTES)
  row.writeInt16BE(SCORE_COLUMNS.length, 0)
  row.writeInt32BE(4, SET_ID_AT - 4)
  row.writeInt32BE(scoreSetId, SET_ID_AT)
  row.writeInt32BE(4, USER_ID_OUT_AT - 4)
  for (let column = 0; column < SMALLINT_COLUMNS; column++) {
    row.writeInt32BE(2, TOTAL_AT - 4 + column * SMALLINT_FIELD_BYTES)
  }
  return Buffer.alloc(ROWS_A_BLOCK * ROW_BYTES, row)
}

/** The columns of `predictions` that `createPredictionWriter` writes. */
export const PREDICTION_COLUMNS = ['show_id', 'user_id', 'picks'] as const

const PREDICTION_PICKS_AT = 2 + 2 * INTEGER_FIELD_BYTES + 4
const PREDICTION_BYTES = PREDICTION_PICKS_AT + PACKED_PICKS_BYTES

/**
 * Writes predictions of one show for a COPY in binary, a block at a time.
 *
 * @param draw puts the packed picks of a user at an offset of the bytes
 */
export function* writePredictions(
  showId: number,
  userIds: Int32Array,
  draw: (bytes: Uint8Array, offset: number) => void,
): Generator<Buffer, void, undefined> {
  yield COPY_HEADER
  for (let first = 0; first < userIds.length; first += ROWS_A_BLOCK) {
    const users = userIds.subarray(first, first + ROWS_A_BLOCK)
    const block = Buffer.alloc(users.length * PREDICTION_BYTES)
    for (const [row, userId] of users.entries()) {
      const at = row * PREDICTION_BYTES
      block.writeInt16BE(PREDICTION_COLUMNS.length, at)
      block.writeInt32BE(4, at + 2)
      block.writeInt32BE(showId, at + 6)
      block.writeInt32BE(4, at + 10)
      block.writeInt32BE(userId, at + 14)
      block.writeInt32BE(PACKED_PICKS_BYTES, at + 18)
      draw(block, at + PREDICTION_PICKS_AT)
    }
    yield block
  }
  yield COPY_END
}
