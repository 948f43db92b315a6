import { type ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http'
import { REQUEST_ID_HEADER } from '../http/request-facts.ts'

/**
 * The one file that knows how Node writes the head of an answer. Its own way checks and joins every header every time,
 * which is an eighth of a hot read; here that is done once. A test holds the bytes against those of `writeHead`, which
 * takes over where the private method is not there.
 */

/** The head of an answer with 200, but for the id of its request. */
export type PreparedHead = {
  /** Names and values in turn. */
  readonly headers: readonly string[]
  /** The status line and the same headers, as they are sent. */
  readonly lines: string
  /** For Node itself, which has to know where the body ends. */
  readonly length: readonly ['Content-Length', string]
}

const OK = 200
const LINE_END = '\r\n'

/**
 * @param headers names and values in turn: none of those that Node itself heeds, of length, connection and date
 * @param length of the body in bytes
 * @throws TypeError where Node would refuse a header
 */
export function prepareHead(headers: readonly string[], length: number): PreparedHead {
  let lines = `HTTP/1.1 ${OK} ${STATUS_CODES[OK]}${LINE_END}`
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2)
    validateHeaderName(name)
    validateHeaderValue(name, value)
    lines += `${name}: ${value}${LINE_END}`
  }
  return { headers, lines, length: ['Content-Length', String(length)] }
}

/** Writes the head of an answer, with what else was set on it before; the body is to follow. */
export function writePreparedHead(response: ServerResponse, head: PreparedHead, requestId: string): void {
  const isBare = response.getHeaderNames().length === 0
  if (isBare && storesHeader(response)) {
    response._storeHeader(`${head.lines}${REQUEST_ID_HEADER}: ${requestId}${LINE_END}`, head.length)
  } else {
    response.writeHead(OK, [...head.headers, REQUEST_ID_HEADER, requestId, ...head.length])
  }
}

/** What `writeHead` ends with: keeps the lines that are given, and adds those of the connection and the date. */
type StoresHeader = { _storeHeader(lines: string, headers: readonly string[]): void }

function storesHeader(response: object): response is StoresHeader {
  return '_storeHeader' in response && typeof response._storeHeader === 'function'
}
