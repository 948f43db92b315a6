import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib'
import type { Endpoint } from '@called-it/shared/contract/endpoint'
import { type EndpointName, endpoints } from '@called-it/shared/contract/endpoints'
import { deprecationHeaders } from '../http/deprecation.ts'
import { COMPRESSION_THRESHOLD_BYTES, cacheControl, weakEtag } from '../http/headers.ts'
import type { TopicWatcher } from '../realtime/topic-watcher.ts'
import type { CachedEndpoint, FindCachedEndpoint } from './cached-endpoints.ts'

/** Limits how long a change made by hand in the database, which publishes no topic, stays unseen. */
const MAX_AGE_MS = 60_000
/** Up to this size Node sends a string in one write with the headers, which is faster than a buffer. */
const MAX_STRING_BYTES = 4 * 1024
/** Beyond it the oldest entry leaves: there are thousands of shows. */
const MAX_ENTRIES = 1_000
/** Compressed once and sent many times, so it may cost more than Express' level 4. */
const BROTLI: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

export type Encoding = 'identity' | 'br' | 'gzip'

/** Names and values in turn, as `writeHead` takes them. */
type HeaderList = readonly string[]

/** A string holds the bytes as `latin1`: to encode as UTF-8 what is not ASCII takes longer than the whole response. */
type Variant = { readonly headers: HeaderList; readonly body?: string | Buffer }

export type EncodedResponse = {
  readonly etag: string
  readonly variants: Readonly<Record<Encoding, Variant>>
  readonly notModified: Variant
}

export type CachedResponse = {
  readonly endpoint: EndpointName
  /** The response if it is known to be current, else null. */
  fresh(): EncodedResponse | null
  /**
   * Reads the response at some moment after this call; concurrent callers share the read.
   *
   * @throws what the endpoint's read throws
   */
  refresh(): Promise<EncodedResponse>
}

export type CachedResponses = {
  find(url: string): CachedResponse | null
  close(): void
}

type CacheOptions = {
  readonly watcher: Pick<TopicWatcher, 'onChange' | 'databaseTime'>
  /** Whether changes are received as they happen. While they are not, no response is fresh. */
  readonly isLive: () => boolean
  /** The headers that Express' middleware sets on every response. */
  readonly headers: HeaderList
}

/**
 * Keeps a response until a topic that affects it changes, it expires, or it is a minute old. The gateway's own changes
 * count before their response is sent, those of other processes within milliseconds.
 */
export function openCachedResponses(
  findEndpoint: FindCachedEndpoint,
  options: CacheOptions,
): CachedResponses {
  const entries = new Map<string, CachedResponse & { invalidate(topic: string): void }>()

  function add(url: string): CachedResponse | null {
    const endpoint = findEndpoint(url)
    if (!endpoint) return null
    // A failed read, of an unknown tour for example, must not take memory.
    const entry = openEntry(endpoint, options, () => entries.delete(url))
    entries.set(url, entry)
    const [oldest] = entries.keys()
    if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest)
    return entry
  }

  const close = options.watcher.onChange(
    () => true,
    (topic) => {
      for (const entry of entries.values()) entry.invalidate(topic)
    },
  )
  return { find: (url) => entries.get(url) ?? add(url), close }
}

function openEntry(
  endpoint: CachedEndpoint,
  { watcher, isLive, headers }: CacheOptions,
  onFailure: () => void,
): CachedResponse & { invalidate(topic: string): void } {
  let changes = 0
  let stored: { response: EncodedResponse; changes: number; expiresAt: number } | null = null
  let reading: Promise<EncodedResponse> | null = null
  let following: Promise<EncodedResponse> | null = null

  async function read(): Promise<EncodedResponse> {
    const start = { changes, time: watcher.databaseTime() }
    const { body, expiresAt } = await endpoint.read()
    const { deprecation }: Endpoint = endpoints[endpoint.name]
    const response = await encode(body, [
      ...headers,
      ...Object.entries(deprecationHeaders(deprecation)).flat(),
    ])
    stored = {
      response,
      changes: start.changes,
      expiresAt: Math.min(start.time + MAX_AGE_MS, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY),
    }
    return response
  }

  function startReading(): Promise<EncodedResponse> {
    following = null
    reading = read().finally(() => {
      reading = null
    })
    reading.catch(onFailure)
    return reading
  }

  return {
    endpoint: endpoint.name,
    invalidate(topic) {
      if (endpoint.isAffectedBy(topic)) changes += 1
    },
    fresh() {
      if (stored === null || stored.changes !== changes) return null
      return watcher.databaseTime() < stored.expiresAt && isLive() ? stored.response : null
    },
    refresh() {
      if (!reading) return startReading()
      // The running read may have begun before a change that the caller has seen.
      following ??= reading.then(startReading, startReading)
      return following
    },
  }
}

/** The body of a response as text. */
export function textOf({ variants }: EncodedResponse): string {
  const { body = '' } = variants.identity
  return (typeof body === 'string' ? Buffer.from(body, 'latin1') : body).toString()
}

const toBrotli = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)
const toGzip = promisify<Buffer, Buffer>(gzip)

async function encode(body: unknown, commonHeaders: HeaderList): Promise<EncodedResponse> {
  const bytes = Buffer.from(JSON.stringify(body))
  const etag = weakEtag(bytes)
  const headers = [
    ...commonHeaders,
    ...['Cache-Control', cacheControl({ method: 'GET', access: 'visitor' })],
    ...['Vary', 'Accept-Encoding'],
    ...['ETag', etag],
  ]
  const variant = (content: Buffer, encoding: HeaderList): Variant => ({
    headers: [
      ...headers,
      ...encoding,
      ...['Content-Type', 'application/json; charset=utf-8'],
      ...['Content-Length', String(content.length)],
    ],
    body: content.length <= MAX_STRING_BYTES ? content.toString('latin1') : content,
  })
  const identity = variant(bytes, [])
  const notModified = { headers }
  if (bytes.length < COMPRESSION_THRESHOLD_BYTES) {
    return { etag, variants: { identity, br: identity, gzip: identity }, notModified }
  }
  const [br, gzipped] = await Promise.all([toBrotli(bytes, BROTLI), toGzip(bytes)])
  const variants = {
    identity,
    br: variant(br, ['Content-Encoding', 'br']),
    gzip: variant(gzipped, ['Content-Encoding', 'gzip']),
  }
  return { etag, variants, notModified }
}
