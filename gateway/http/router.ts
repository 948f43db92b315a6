import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { runInRequestContext } from '@called-it/infra/context/request-context'
import { inSpan } from '@called-it/infra/context/tracing'
import type { Database } from '@called-it/infra/postgres/client'
import { insertRefusal } from '@called-it/infra/postgres/queries/accounts/audit-log'
import type { Rights, User } from '@called-it/infra/postgres/queries/accounts/users'
import type { Access, Endpoint, EndpointSchema } from '@called-it/shared/contract/endpoint'
import { type EndpointName, type Endpoints, endpoints } from '@called-it/shared/contract/endpoints'
import type { Issue } from '@called-it/shared/contract/error-body'
import { pathId, pathUuid } from '@called-it/shared/contract/fields'
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express'
import type { z } from 'zod'
import { userOfKey } from '../auth/api-keys.ts'
import { requireFreshLogin } from '../auth/fresh-login.ts'
import type { Authentication } from '../auth/passport.ts'
import type { Sessions } from '../auth/session.ts'
import type { SetupGate } from '../auth/setup-code.ts'
import type { LoadShedder } from '../overload/load-shedding.ts'
import { ignoreForm, readJsonBody, streamBody } from './body.ts'
import { deprecationHeaders } from './deprecation.ts'
import { ApiError } from './errors.ts'
import { Accepted, Download, type EndpointRequest, type Handler, type Handlers } from './handler.ts'
import { cacheControl } from './headers.ts'
import { requestFacts } from './request-facts.ts'
import { languageOf } from './request-language.ts'
import { knownSession, sessionOf } from './request-session.ts'
import { readUpload, type UploadLimits } from './upload.ts'

export type RouterParts = {
  readonly db: Database
  readonly sessions: Sessions
  readonly authentication: Authentication
  readonly setup: SetupGate
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
    announceDeprecation(endpoint),
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

function announceDeprecation({ deprecation }: Endpoint): RequestHandler {
  const names = deprecationHeaders(deprecation)
  return (_request, response, next) => {
    for (let at = 0; at < names.length; at += 2) response.set(names[at] ?? '', names[at + 1])
    next()
  }
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

function checkKey({ forKeys }: Endpoint): RequestHandler {
  return (request, _response, next) => {
    const isRefused = userOfKey(request) !== undefined && !forKeys
    next(isRefused ? new ApiError('key_not_allowed') : undefined)
  }
}

function checkFreshLogin({ needsFreshLogin }: Endpoint, { db }: RouterParts): RequestHandler {
  return async (request, _response, next) => {
    if (needsFreshLogin) await requireFreshLogin(db, knownSession(request))
    next()
  }
}

function isId(schema: unknown): boolean {
  return schema === pathId || schema === pathUuid
}

function authorize({ access, method, personal }: Endpoint, parts: RouterParts): RequestHandler[] {
  if (access === 'setup') return [checkSetupCode(parts), ...admit('visitor', parts)]
  return access === 'visitor' && method === 'GET' && !personal ? [] : admit(access, parts)
}

function checkSetupCode({ setup }: RouterParts): RequestHandler {
  return async (request, _response, next) => {
    await setup.admit(request)
    next()
  }
}

function mayAccess(access: Access, user: Rights | undefined): boolean {
  if (access === 'admin') return user?.isAdmin === true
  return access !== 'operator' || user?.isAdmin === true || user?.isLiveOperator === true
}

/** Reads the session and the user from the database at every request, so that revoked rights end at once. */
export function admit(access: Access, { db, sessions, authentication }: RouterParts): RequestHandler[] {
  const checkAccess = async (request: Request, response: Response, next: NextFunction) => {
    const keyed = userOfKey(request)
    if (keyed) request.user = keyed
    const { user } = request
    if (access !== 'visitor' && !user) {
      sessions.deleteFlag(request, response)
      throw new ApiError('not_logged_in')
    }
    if (user) requestFacts(request).userId = user.id
    if (!mayAccess(access, user)) {
      if (user?.resting && mayAccess(access, user.resting)) throw new ApiError('rights_rest')
      const { id: requestId, route } = requestFacts(request)
      if (user) await insertRefusal(db, { userId: user.id, route, address: request.ip ?? '', requestId })
      throw new ApiError('not_allowed')
    }
    if (user && !keyed) await sessions.roll(request)
    next()
  }
  const unlessKeyed =
    (step: RequestHandler): RequestHandler =>
    (request, response, next) =>
      userOfKey(request) ? next() : step(request, response, next)
  return [unlessKeyed(sessions.read), unlessKeyed(authentication.restoreUser), checkAccess]
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
