import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib'
import etag from 'etag'

/** How the body of an answer can be sent. */
export type Encoding = 'identity' | 'br' | 'gzip'

/** A body in every encoding that it is sent in, with its ETag. */
export type PreparedAnswer = {
  readonly etag: string
  readonly bodies: Readonly<Record<Encoding, Buffer>>
  /** Too small ones are not compressed at all, whatever is asked for. */
  readonly isCompressed: boolean
}

const toBrotli = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)
const toGzip = promisify<Buffer, Buffer>(gzip)

/** Compressed once, sent many times: more effort than for an answer that is sent once. */
const BROTLI: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
/** From here on the gateway compresses any answer, in bytes. */
const COMPRESSED_FROM = 1024

/** Makes of a body what is sent for it; the ETag is the one that Express gives it. */
export async function prepareAnswer(body: unknown): Promise<PreparedAnswer> {
  const identity = Buffer.from(JSON.stringify(body))
  const isCompressed = identity.length >= COMPRESSED_FROM
  const [br, zipped] = isCompressed
    ? await Promise.all([toBrotli(identity, BROTLI), toGzip(identity)])
    : [identity, identity]
  return { etag: etag(identity, { weak: true }), bodies: { identity, br, gzip: zipped }, isCompressed }
}
