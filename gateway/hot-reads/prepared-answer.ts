import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib'
import etag from 'etag'

/** How the body of an answer can be sent. */
export type Encoding = 'identity' | 'br' | 'gzip'

/** @property length in bytes */
type Body = { readonly content: string | Buffer; readonly length: number }

/** A body in every encoding that it is sent in, with its ETag. */
export type PreparedAnswer = {
  readonly etag: string
  /** What is short and not compressed as text: Node sends that in one piece with the head. */
  readonly bodies: Readonly<Record<Encoding, Body>>
  /** Too small ones are not compressed at all, whatever is asked for. */
  readonly isCompressed: boolean
}

const toBrotli = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)
const toGzip = promisify<Buffer, Buffer>(gzip)

/** Compressed once, sent many times: more effort than for an answer that is sent once. */
const BROTLI: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
/** From here on the gateway compresses any answer, in bytes. */
export const COMPRESSED_FROM = 1024

/** From here on it is quicker to send bytes as they are, in bytes. */
const LONGEST_TEXT = 8 * 1024

/** Makes of a body what is sent for it; the ETag is the one that Express gives it. */
export async function prepareAnswer(body: unknown): Promise<PreparedAnswer> {
  const text = JSON.stringify(body)
  const bytes = Buffer.from(text)
  const identity = { content: bytes.length <= LONGEST_TEXT ? text : bytes, length: bytes.length }
  const isCompressed = bytes.length >= COMPRESSED_FROM
  const [br, zipped] = isCompressed
    ? (await Promise.all([toBrotli(bytes, BROTLI), toGzip(bytes)])).map((content) => ({
        content,
        length: content.length,
      }))
    : []
  return {
    etag: etag(bytes, { weak: true }),
    bodies: { identity, br: br ?? identity, gzip: zipped ?? identity },
    isCompressed,
  }
}
