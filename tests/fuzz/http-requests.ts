import type { OutgoingHttpHeaders } from 'node:http'
import type { Access, Endpoint } from '@called-it/shared/contract/endpoint'
import fc from 'fast-check'
import type { WireRequest } from './send-request.ts'
import { uploads } from './upload-forms.ts'
import { arbitraryOf, type KnownValues } from './values/arbitrary-of.ts'
import { hostileJson } from './values/hostile-json.ts'
import { nearlyValid } from './values/nearly-valid.ts'
import { hostileText } from './values/texts.ts'

export type ContractRequest = WireRequest & {
  readonly caller: Access
  /** Whether the contract allows the request; null where it was not built from the contract's fields. */
  readonly fits: boolean | null
}

type Values = { readonly params: unknown; readonly query: unknown; readonly body: unknown }

/** Node itself responds 431, without JSON, to headers of 16 kB. */
const MAX_PATH = 12_000

/** Valid, nearly valid and hostile requests to an endpoint. */
export function requestsFor(endpoint: Endpoint, known: KnownValues): fc.Arbitrary<ContractRequest> {
  const valid = validValues(endpoint, known)
  const spoiled = (['params', 'query', 'body'] as const)
    .filter((part) => endpoint[part] !== undefined || part === 'query')
    .map((part) =>
      fc
        .tuple(valid, nearlyValid(valid.map((values) => values[part] ?? {})))
        .map(([values, nearly]) => ({ ...values, [part]: nearly })),
    )
  const fromFields = fc.oneof(valid, ...spoiled).map((values) => toRequest(endpoint, values))
  const form = endpoint.upload === undefined ? fc.constant(null) : uploads(endpoint.upload)
  const fromContract = fc
    .tuple(callerOf(endpoint), fromFields, form)
    .map(([caller, request, upload]) => ({ ...request, ...(upload && { ...upload, fits: null }), caller }))
  const all = fc.oneof(fromContract, fromContract, hostileRequests(endpoint, valid))
  return all.filter(({ path }) => path.length < MAX_PATH)
}

/** Requests that the contract allows, by a caller with sufficient access. */
export function validRequestsFor(endpoint: Endpoint, known: KnownValues): fc.Arbitrary<ContractRequest> {
  const caller = endpoint.access === 'visitor' ? 'visitor' : 'admin'
  return validValues(endpoint, known).map((values) => ({ ...toRequest(endpoint, values), caller }))
}

function validValues({ params, query, body }: Endpoint, known: KnownValues): fc.Arbitrary<Values> {
  const valuesOf = (schema: Endpoint['body']) =>
    schema ? arbitraryOf(schema, known) : fc.constant(undefined)
  return fc.record({ params: valuesOf(params), query: valuesOf(query), body: valuesOf(body) })
}

/** Mostly a caller with sufficient access. */
function callerOf({ access }: Endpoint): fc.Arbitrary<Access> {
  const sufficient = access === 'fan' ? fc.constantFrom<Access>('fan', 'admin') : fc.constant(access)
  return fc.oneof(sufficient, sufficient, fc.constantFrom<Access>('visitor', 'fan', 'admin'))
}

function toRequest(endpoint: Endpoint, values: Values): Omit<ContractRequest, 'caller'> {
  const params = Object.fromEntries(textFields(values.params))
  const query = textFields(values.query)
  const json = values.body === undefined ? undefined : JSON.stringify(values.body)
  const search = new URLSearchParams(query).toString()
  return {
    method: endpoint.method,
    path: fillPath(endpoint, (name) => encode(params[name] ?? '')) + (search && `?${search}`),
    headers: json === undefined ? {} : { 'content-type': 'application/json' },
    body: json === undefined ? null : Buffer.from(json),
    fits: fitsContract(endpoint, params, query, json),
  }
}

/** Null where the path may match another endpoint, or where names of the query may be parsed as nested fields. */
function fitsContract(
  { params, query, body, path }: Endpoint,
  paramTexts: Record<string, string>,
  queryTexts: [string, string][],
  json: string | undefined,
): boolean | null {
  const segments = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => paramTexts[name] ?? '')
  const names = queryTexts.map(([name]) => name)
  if (![...segments, ...names].every((text) => /^\w+$/.test(text))) return null
  const sentBody: unknown = json === undefined ? undefined : JSON.parse(json)
  return (
    (params?.safeParse(paramTexts).success ?? true) &&
    (query?.safeParse(Object.fromEntries(queryTexts)).success ?? true) &&
    (body?.safeParse(sentBody).success ?? true)
  )
}

function hostileRequests(endpoint: Endpoint, valid: fc.Arbitrary<Values>): fc.Arbitrary<ContractRequest> {
  const hostileBody = fc.record({
    body: hostileJson(valid.map(({ body }) => body ?? {})),
    headers: fc.tuple(hostileType, hostileHeaders).map(([type, more]) => ({ 'content-type': type, ...more })),
  })
  const noBody = fc.constant({ body: null, headers: {} })
  const path = fc.oneof(
    valid.map((values) => toRequest(endpoint, { ...values, body: undefined }).path),
    hostileSegment.map((segment) => fillPath(endpoint, () => segment)),
  )
  return fc
    .record({
      caller: callerOf(endpoint),
      path: fc.tuple(path, hostileQuery).map((parts) => parts.join('')),
      sent: endpoint.method === 'GET' ? fc.oneof(noBody, hostileBody) : hostileBody,
    })
    .map(({ sent, ...request }) => ({ ...request, ...sent, method: endpoint.method, fits: null }))
}

const JSON_TYPE = 'application/json'
const TYPES = [
  'text/plain',
  'multipart/form-data',
  `${JSON_TYPE}; charset=utf-16`,
  `${JSON_TYPE};;;`,
  'a/b/c',
]
const hostileType = fc.constantFrom(...TYPES.map(() => JSON_TYPE), ...TYPES)

const hostileHeaders = fc.oneof(
  fc.constant<OutgoingHttpHeaders>({}),
  fc.constantFrom<OutgoingHttpHeaders>(
    { 'content-encoding': 'gzip' },
    { 'content-encoding': 'rubbish' },
    { 'transfer-encoding': 'chunked' },
    { 'if-none-match': '"', 'if-modified-since': 'never' },
    { range: 'bytes=9-1', accept: 'nothing/at-all', 'accept-encoding': 'gzip;q=9, *;q=-1' },
    { 'x-forwarded-for': '\u00ff, ::1, 999.9.9.9', 'x-forwarded-proto': 'gopher' },
    { 'x-request-id': '{{7*7}}', traceparent: '00-zz-zz-01' },
    { host: 'evil.example:99999', 'x-forwarded-host': '\u00ff' },
    { cookie: 'called-it=s%3A..; __proto__=1; =; called-it=%E0%A4%A' },
    { authorization: 'Basic \u00ff', 'sec-fetch-site': '\u00ff' },
    { origin: 'null' },
  ),
)

const SEGMENTS = '% %00 %E0%A4%A %ED%A0%80 ..%2f.. %2e%2e 1%2F2 1;2 1e3 -1 0x1 01 +1 1.0 2147483648 __proto__'
const hostileSegment = fc.oneof(
  fc.constantFrom(...SEGMENTS.split(' '), 'x'.repeat(3_000)),
  hostileText.map(encode),
)

const QUERIES =
  '? ?after[]=1&after[]=2 ?after=1&after=2 ?__proto__[x]=1 ?limit[gt]=1 ?search=%00 ?search=%ED%A0%80 ?search=% ?count=1e1 #fragment'
const queryName = fc.constantFrom('after', 'search', 'limit', 'count', 'email', 'password')
const hostileQuery = fc.oneof(
  fc.constantFrom('', ...QUERIES.split(' '), `?${'a[b]'.repeat(200)}=1`, `?${'a=1&'.repeat(1_500)}`),
  fc.tuple(queryName, hostileText).map(([name, text]) => `?${name}=${encode(text)}`),
)

function fillPath({ path }: Endpoint, segmentOf: (name: string) => string): string {
  return path.replace(/:(\w+)/g, (_, name: string) => segmentOf(name))
}

function textFields(value: unknown): [string, string][] {
  const fields = Object.entries(value ?? {}).filter(([, field]) => field !== undefined)
  return fields.map(([name, field]) => [name, typeof field === 'string' ? field : JSON.stringify(field)])
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
