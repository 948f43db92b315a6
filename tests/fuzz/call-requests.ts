import type { OutgoingHttpHeaders } from 'node:http'
import type { Access, Endpoint } from '@called-it/shared/contract/endpoint'
import fc from 'fast-check'
import { hostileForm, rightForm, type Sent } from './forms.ts'
import type { WireRequest } from './send-request.ts'
import { arbitraryOf, type Known } from './values/arbitrary-of.ts'
import { hostileJson } from './values/hostile-json.ts'
import { nearlyValid } from './values/nearly-valid.ts'
import { hostileText } from './values/texts.ts'

/** A request for one call. */
export type CallRequest = WireRequest & {
  readonly caller: Access
  /** Whether the contract takes what is sent; null where it was not made of values that it could be asked about. */
  readonly fits: boolean | null
}

/** What is sent in the places of a call, before it is written. */
type Values = { readonly params: unknown; readonly query: unknown; readonly body: unknown }

/** Requests for a call: as the contract has them, nearly so, and such as no client of ours would send. */
export function requestsFor(endpoint: Endpoint, known: Known): fc.Arbitrary<CallRequest> {
  const valid = valuesFor(endpoint, known)
  const spoiled = fc.oneof(
    ...(['params', 'query', 'body'] as const)
      .filter((part) => endpoint[part] !== undefined || part === 'query')
      .map((part) =>
        fc
          .tuple(valid, nearlyValid(valid.map((values) => values[part] ?? {})))
          .map(([values, nearly]) => ({ ...values, [part]: nearly })),
      ),
  )
  const written = fc.oneof(valid, spoiled).map((values) => writeRequest(endpoint, values))
  return fc.oneof(
    { weight: 5, arbitrary: fc.tuple(callerOf(endpoint), written, formOf(endpoint)).map(joined) },
    { weight: 2, arbitrary: hostileRequests(endpoint, valid) },
  )
}

type Written = Omit<CallRequest, 'caller'>

function joined([caller, request, form]: [Access, Written, Sent | null]): CallRequest {
  if (form === null) return { ...request, caller }
  return { ...request, caller, headers: form.headers, body: form.body, fits: null }
}

function valuesFor({ params, query, body }: Endpoint, known: Known): fc.Arbitrary<Values> {
  const valuesOf = (schema: Endpoint['body']) =>
    schema ? arbitraryOf(schema, known) : fc.constant(undefined)
  return fc.record({ params: valuesOf(params), query: valuesOf(query), body: valuesOf(body) })
}

/** Mostly somebody who may make the call. */
function callerOf({ access }: Endpoint): fc.Arbitrary<Access> {
  const anybody = fc.constantFrom<Access>('visitor', 'fan', 'admin')
  const allowed = access === 'fan' ? fc.constantFrom<Access>('fan', 'admin') : fc.constant(access)
  return fc.oneof({ weight: 6, arbitrary: allowed }, { weight: 1, arbitrary: anybody })
}

function formOf({ upload }: Endpoint): fc.Arbitrary<Sent | null> {
  return upload === undefined ? fc.constant(null) : fc.oneof(rightForm(upload), hostileForm(upload))
}

function writeRequest(endpoint: Endpoint, { params, query, body }: Values): Written {
  const texts = Object.fromEntries(fieldsOf(params).map(([name, value]) => [name, textOf(value)]))
  const asked = fieldsOf(query).map(([name, value]): [string, string] => [name, textOf(value)])
  const json = body === undefined ? undefined : JSON.stringify(body)
  return {
    method: endpoint.method,
    path: `${fillPath(endpoint, (name) => encode(texts[name] ?? ''))}${queryText(asked)}`,
    headers: json === undefined ? {} : { 'content-type': 'application/json' },
    body: json === undefined ? null : Uint8Array.from(Buffer.from(json)),
    fits: fitsContract(endpoint, texts, asked, json),
  }
}

/** Null where the path may have become another call's, or fields are not what their names say. */
function fitsContract(
  { params, query, body, path }: Endpoint,
  texts: Record<string, string>,
  asked: [string, string][],
  json: string | undefined,
): boolean | null {
  const segments = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => texts[name] ?? '')
  if (segments.some((text) => !/^\w+$/.test(text))) return null
  const isNamedOnce = asked.every(([name]) => /^\w+$/.test(name))
  if (!isNamedOnce) return null
  const sentBody: unknown = json === undefined ? undefined : JSON.parse(json)
  return (
    (params?.safeParse(texts).success ?? true) &&
    (query?.safeParse(Object.fromEntries(asked)).success ?? true) &&
    (body?.safeParse(sentBody).success ?? true)
  )
}

function hostileRequests(endpoint: Endpoint, valid: fc.Arbitrary<Values>): fc.Arbitrary<CallRequest> {
  const body = hostileJson(valid.map((values) => values.body ?? {}))
  const headers = fc.tuple(hostileType, hostileHeaders).map(([type, more]) => ({ ...type, ...more }))
  const hostileBody = fc.record({ body, headers })
  const rightPath = valid.map((values) => writeRequest(endpoint, { ...values, body: undefined }).path)
  const rubbishPath = hostileSegment.map((segment) => fillPath(endpoint, () => segment))
  return fc
    .record({
      caller: callerOf(endpoint),
      method: fc.constant(endpoint.method),
      path: fc.tuple(fc.oneof(rightPath, rubbishPath), hostileQuery).map(([path, query]) => path + query),
      sent: endpoint.method === 'GET' ? fc.oneof(noBody, hostileBody) : hostileBody,
    })
    .map(({ sent, ...request }) => ({ ...request, ...sent, fits: null }))
}

const noBody = fc.constant({ body: null, headers: {} })

const hostileType: fc.Arbitrary<OutgoingHttpHeaders> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ 'content-type': 'application/json' }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'multipart/form-data; boundary=x',
        'application/json; charset=utf-16',
        'application/json; charset=\u00ff',
        'application/json;;;',
        'a/b/c',
      )
      .map((type) => ({ 'content-type': type })),
  },
)

const hostileHeaders: fc.Arbitrary<OutgoingHttpHeaders> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<OutgoingHttpHeaders>(
      { 'content-encoding': 'gzip' },
      { 'content-encoding': 'br' },
      { 'content-encoding': 'rubbish' },
      { 'transfer-encoding': 'chunked' },
      { 'accept-encoding': 'gzip;q=9, *;q=-1' },
      { 'if-none-match': '"' },
      { 'if-modified-since': 'never' },
      { range: 'bytes=9-1' },
      { accept: 'nothing/at-all' },
      { 'x-forwarded-for': '\u00ff, ::1, 999.9.9.9', 'x-forwarded-proto': 'gopher' },
      { 'x-request-id': '{{7*7}}', traceparent: '00-zz-zz-01' },
      { host: 'evil.example:99999', 'x-forwarded-host': '\u00ff' },
      { cookie: 'called-it=s%3A..; __proto__=1; =; called-it=%E0%A4%A' },
      { authorization: 'Basic \u00ff' },
      { origin: 'null' },
      { 'sec-fetch-site': '\u00ff' },
    ),
  },
)

/** Where an id stands in a path. */
const hostileSegment = fc.oneof(
  fc.constantFrom(
    '%',
    '%00',
    '%E0%A4%A',
    '%ED%A0%80',
    '..%2f..',
    '1e3',
    '-1',
    '0x1',
    '1;2',
    '1%2F2',
    '%2e%2e',
  ),
  fc.constantFrom('99999999999', '2147483648', '01', '+1', '1.0', '__proto__', 'x'.repeat(3_000)),
  hostileText.map(encode),
)

const hostileQuery = fc.oneof(
  fc.constantFrom(
    '',
    '?',
    '?after[]=1&after[]=2',
    '?after=1&after=2',
    '?__proto__[x]=1',
    '?limit[gt]=1',
    '?search=%00',
    '?search=%ED%A0%80',
    '?search=%',
    '?count=1e1',
    `?${'a[b]'.repeat(200)}=1`,
    `?${'a=1&'.repeat(1_500)}`,
    '#fragment',
  ),
  fc
    .tuple(fc.constantFrom('after', 'search', 'limit', 'count', 'email', 'password'), hostileText)
    .map(([name, text]) => `?${name}=${encode(text)}`),
)

function fillPath({ path }: Endpoint, segmentOf: (name: string) => string): string {
  return path.replace(/:(\w+)/g, (_, name: string) => segmentOf(name))
}

function queryText(asked: [string, string][]): string {
  return asked.length === 0 ? '' : `?${asked.map((pair) => pair.map(encode).join('=')).join('&')}`
}

function fieldsOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
