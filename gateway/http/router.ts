import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { runInRequestContext } from '@called-it/infra/context/request-context'
import { inSpan } from '@called-it/infra/context/tracing'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import type { Endpoint, EndpointSchema } from '@called-it/shared/contract/endpoint'
import { type EndpointName, type Endpoints, endpoints } from '@called-it/shared/contract/endpoints'
import type { Issue } from '@called-it/shared/contract/error-body'
import { pathId, pathUuid } from '@called-it/shared/contract/fields'
import type { Express, Request, RequestHandler, Response } from 'express'
import type { z } from 'zod'
import type { LoadShedder } from '../overload/load-shedding.ts'
import { type AdmissionParts, authorize, checkFreshLogin, checkKey } from './admission.ts'
import { ignoreForm, readJsonBody, streamBody } from './body.ts'
import { deprecationHeaders } from './deprecation.ts'
import { ApiError } from './errors.ts'
import { Accepted, Download, type EndpointRequest, type Handler, type Handlers } from './handler.ts'
import { cacheControl } from './headers.ts'
import { requestFacts } from './request-facts.ts'
import { languageOf } from './request-language.ts'
import { sessionOf } from './request-session.ts'
import { readUpload, type UploadLimits } from './upload.ts'

export type RouterParts = AdmissionParts & {
  readonly shedder: Pick<LoadShedder, 'run'>
  readonly uploads: UploadLimits
  /** Checks every response against the contract; for tests and development. */
  readonly checksResponses: boolean
}

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

export function mountEndpoints(app: Express, handlers: Handlers, parts: RouterParts): void {
  for (const name of listEndpointNames()) mountEndpoint(app, name, handlers, parts)
}

export function listEndpointNames(): EndpointName[] {
  const isEndpointName = (name: string): name is EndpointName => Object.hasOwn(endpoints, name)
  return Object.keys(endpoints).filter(isEndpointName)
}

function mountEndpoint<Name extends EndpointName>(
  app: Express,
  name: Name,
  handlers: Handlers,
  parts: RouterParts,
): void {
  const endpoint: Endpoints[Name] = endpoints[name]
  const handler: Handler<Endpoints[Name]> = handlers[name]
  const steps = [
    nameRoute(name),
    ...announceDeprecation(endpoint),
    checkPath(endpoint),
    checkMethod(endpoint),
    checkKey(endpoint),
    ...authorize(endpoint, parts),
    checkFreshLogin(endpoint, parts),
    readBody(endpoint, parts),
  ]
  app[METHODS[endpoint.method]](endpoint.path, ...steps, async (request: Request, response: Response) => {
    const validated = readRequest(endpoint, request, response, parts)
    const result = await parts.shedder.run(() =>
      traced(endpoint, validated.requestId, () => handler(validated)),
    )
    if (result instanceof Download) await sendFile(endpoint, response, result)
    else sendJson(endpoint, response, result, parts.checksResponses)
  })
}

/** Starts a trace; a `traceparent` that the client sends is ignored. */
function traced<Result>(
  { method, path }: Endpoint,
  requestId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = {
    name: `${method} ${path}`,
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': path },
    isFailure: (error: unknown) => !(error instanceof ApiError) || error.status >= 500,
  } as const
  return runInRequestContext({ requestId, traceparent: null }, () => inSpan(span, work))
}

function readBody({ upload, streamed, ignoresForm }: Endpoint, { uploads }: RouterParts): RequestHandler {
  if (ignoresForm) return ignoreForm
  if (streamed) return streamBody
  return upload === undefined ? readJsonBody : readUpload(upload, uploads)
}

function nameRoute(name: EndpointName): RequestHandler {
  return (request, _response, next) => {
    requestFacts(request).route = name
    next()
  }
}

function announceDeprecation({ deprecation }: Endpoint): RequestHandler[] {
  if (!deprecation) return []
  const headers = deprecationHeaders(deprecation)
  const announce: RequestHandler = (_request, response, next) => {
    response.set(headers)
    next()
  }
  return [announce]
}

/** 400 for an invalid id; any other mismatch means that the route does not match. */
function checkPath({ params }: Endpoint): RequestHandler {
  return (request, _response, next) => {
    const issues = params?.safeParse(request.params).error?.issues ?? []
    if (issues.length === 0) return next()
    const isMalformedId = issues.some(({ path }) => isId(params?.shape[String(path[0])]))
    next(isMalformedId ? new ApiError('malformed_path') : 'route')
  }
}

/** Express serves HEAD with the handlers of GET. */
function checkMethod({ refusesHead }: Endpoint): RequestHandler {
  return ({ method }, _response, next) => {
    next(refusesHead && method === 'HEAD' ? new ApiError('method_not_allowed') : undefined)
  }
}

function isId(schema: unknown): boolean {
  return schema === pathId || schema === pathUuid
}

function readRequest<E extends Endpoint>(
  endpoint: E,
  request: Request,
  response: Response,
  parts: RouterParts,
): EndpointRequest<E> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const body = parsePart(endpoint, 'body', request.body)
  // Passport reads the credentials from the request itself.
  request.body = body
  return {
    params: parsePart(endpoint, 'params', request.params),
    query: parsePart(endpoint, 'query', request.query),
    body,
    upload: uploadOf(endpoint, request),
    stream: streamOf(endpoint, request),
    user: userOf(endpoint, request),
    session: sessionOf(request, response, parts),
    requestId: requestFacts(request).id,
    address: request.ip ?? '',
    incoming: request,
    language: languageOf(request),
    signal: gone.signal,
  }
}

type Part = 'params' | 'query' | 'body'

/**
 * The overload states that the output has the schema's type, which the compiler cannot infer from a conditional type.
 *
 * @throws ApiError 422 with an issue for every invalid field; 400 if a body is missing
 */
export function parsePart<E extends Endpoint, P extends Part>(
  endpoint: E,
  part: P,
  sent: unknown,
): EndpointRequest<E>[P]
export function parsePart(endpoint: Endpoint, part: Part, sent: unknown): unknown {
  const parsed = endpoint[part]?.safeParse(sent)
  if (!parsed) return undefined
  if (parsed.success) return parsed.data
  if (sent === undefined) throw new ApiError('malformed')
  throw new ApiError('invalid', { issues: toIssues(parsed.error) })
}

function toIssues(error: z.ZodError): Issue[] {
  return error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }))
}

/** The overload states what `authorize` has checked: users of protected endpoints are logged in. */
export function userOf<E extends Endpoint>(
  endpoint: E,
  request: { readonly user?: User | null | undefined },
): EndpointRequest<E>['user']
export function userOf(endpoint: Endpoint, request: { readonly user?: User | null | undefined }): unknown {
  const isOpen = endpoint.access === 'visitor' || endpoint.access === 'setup'
  return isOpen && !endpoint.personal ? null : (request.user ?? null)
}

/** The overload states what `readUpload` has checked: endpoints with an upload have a file. */
export function uploadOf<E extends Endpoint>(
  endpoint: E,
  request: Pick<Request, 'file'>,
): EndpointRequest<E>['upload']
export function uploadOf(endpoint: Endpoint, request: Pick<Request, 'file'>): unknown {
  return endpoint.upload === undefined ? undefined : request.file?.buffer
}

/** The overload states what `streamBody` has left to the handler. */
export function streamOf<E extends Endpoint>(
  endpoint: E,
  request: IncomingMessage,
): EndpointRequest<E>['stream']
export function streamOf({ streamed }: Endpoint, request: IncomingMessage): unknown {
  return streamed ? request : undefined
}

function sendJson(endpoint: Endpoint, response: Response, result: unknown, checksResponses: boolean): void {
  const isAccepted = result instanceof Accepted
  const body: unknown = isAccepted ? result.body : result
  if (checksResponses) assertMatches(isAccepted ? endpoint.accepted : endpoint.response, body)
  response
    .status(isAccepted ? 202 : 200)
    .set('Cache-Control', cacheControl(endpoint))
    .json(body)
}

/** A file whose generation fails ends with the connection, so that the client does not take a part for the file. */
async function sendFile(
  endpoint: Endpoint,
  response: Response,
  { fileName, bytes, details: { etag, length } }: Download,
): Promise<void> {
  response
    .status(200)
    .set('Cache-Control', etag === undefined ? 'no-store' : cacheControl(endpoint))
    .set('Content-Type', endpoint.download ?? 'application/octet-stream')
    .attachment(fileName)
  // Compressed it would have another length.
  if (length !== undefined) {
    response.set('Content-Length', String(length)).set('Cache-Control', 'no-store, no-transform')
  }
  if (etag !== undefined && response.set('ETag', etag).req.fresh) {
    response.status(304).end()
    return
  }
  try {
    await pipeline(bytes, response)
  } catch (error) {
    if (!isClientDisconnect(error)) throw error
  }
}

function isClientDisconnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** Throws on additional fields too: they may leak data. */
function assertMatches(schema: EndpointSchema | undefined, body: unknown): void {
  const wire: unknown = JSON.parse(JSON.stringify(body))
  const parsed = schema?.parse(wire)
  if (!isDeepStrictEqual(parsed, wire)) throw new Error('response has fields that are not in the contract')
}
