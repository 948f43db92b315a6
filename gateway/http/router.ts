import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { inSpan } from '@called-it/infra/observability/tracing'
import { followTrail } from '@called-it/infra/observability/trail'
import type { Access, Endpoint } from '@called-it/shared/contract/endpoint'
import { type EndpointName, type Endpoints, endpoints } from '@called-it/shared/contract/endpoints'
import type { Issue } from '@called-it/shared/contract/errors'
import { pathId, pathUuid } from '@called-it/shared/contract/fields'
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express'
import type { z } from 'zod'
import { readJsonBody } from './body.ts'
import { CallError } from './errors.ts'
import {
  Accepted,
  type Call,
  type CallSession,
  Download,
  type Handler,
  type Handlers,
  type KnownSession,
} from './handler.ts'
import type { LoadGate } from './load-gate.ts'
import type { Authentication } from './passport.ts'
import { requestFacts } from './request-facts.ts'
import { hashSessionId, type Sessions } from './session.ts'
import { readUpload } from './upload.ts'

export type RouterParts = {
  readonly sessions: Sessions
  readonly authentication: Authentication
  readonly gate: Pick<LoadGate, 'during'>
  /** Holds every answer against the contract; for tests and development. */
  readonly checksAnswers: boolean
}

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

/** Routes every call of the contract to its handler. */
export function mountCalls(app: Express, handlers: Handlers, parts: RouterParts): void {
  for (const name of listEndpointNames()) mountCall(app, name, handlers, parts)
}

function listEndpointNames(): EndpointName[] {
  const isEndpointName = (name: string): name is EndpointName => Object.hasOwn(endpoints, name)
  return Object.keys(endpoints).filter(isEndpointName)
}

function mountCall<Name extends EndpointName>(
  app: Express,
  name: Name,
  handlers: Handlers,
  parts: RouterParts,
): void {
  const endpoint: Endpoints[Name] = endpoints[name]
  const handler: Handler<Endpoints[Name]> = handlers[name]
  const steps = [nameRoute(name), checkPath(endpoint), ...readCaller(endpoint, parts), readBody(endpoint)]
  app[METHODS[endpoint.method]](endpoint.path, ...steps, async (request: Request, response: Response) => {
    const call = readCall(endpoint, request, response, parts)
    const answer = await parts.gate.during(() => onTrail(endpoint, call.requestId, () => handler(call)))
    if (answer instanceof Download) await sendFile(endpoint, response, answer)
    else sendAnswer(endpoint, response, answer, parts.checksAnswers)
  })
}

/** Carries a call out on a trail that begins with its id: what a client claims to belong to is not believed. */
function onTrail<Answer>(
  { method, path }: Endpoint,
  requestId: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const span = {
    name: `${method} ${path}`,
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': path },
    isFailure: (error: unknown) => !(error instanceof CallError) || error.status >= 500,
  } as const
  return followTrail({ requestId, traceparent: null }, () => inSpan(span, work))
}

function readBody({ upload }: Endpoint): RequestHandler {
  return upload === undefined ? readJsonBody : readUpload(upload)
}

function nameRoute(name: EndpointName): RequestHandler {
  return (request, _response, next) => {
    requestFacts(request).route = name
    next()
  }
}

/** A path whose id is none is malformed; one that fits no call in another way leads nowhere. */
function checkPath({ params }: Endpoint): RequestHandler {
  return (request, _response, next) => {
    const issues = params?.safeParse(request.params).error?.issues ?? []
    if (issues.length === 0) return next()
    const isMalformedId = issues.some(({ path }) => isId(params?.shape[String(path[0])]))
    next(isMalformedId ? new CallError('malformed_path') : 'route')
  }
}

function isId(schema: unknown): boolean {
  return schema === pathId || schema === pathUuid
}

/** Reads who is calling where the call needs to know, and refuses whom it is not open to. */
function readCaller({ access, method }: Endpoint, parts: RouterParts): RequestHandler[] {
  return access === 'visitor' && method === 'GET' ? [] : admit(access, parts)
}

/** Reads who is calling, from the database and at every request, and refuses whom this is not open to. */
export function admit(access: Access, { sessions, authentication }: RouterParts): RequestHandler[] {
  const checkAccess = async (request: Request, _response: Response, next: NextFunction) => {
    const { user } = request
    if (access !== 'visitor' && !user) throw new CallError('not_logged_in')
    if (access === 'admin' && !user?.isAdmin) throw new CallError('not_allowed')
    if (user) {
      requestFacts(request).userId = user.id
      await sessions.roll(request)
    }
    next()
  }
  return [sessions.read, authentication.restoreUser, checkAccess]
}

function readCall<E extends Endpoint>(
  endpoint: E,
  request: Request,
  response: Response,
  parts: RouterParts,
): Call<E> {
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
    user: callerOf(endpoint, request),
    session: sessionOf(request, response, parts),
    requestId: requestFacts(request).id,
    address: request.ip ?? '',
    signal: gone.signal,
  }
}

type Part = 'params' | 'query' | 'body'

/**
 * What the schema of one part of a call makes of what was sent; undefined where the call has no such part.
 * The overload says what the compiler cannot follow through a conditional type: that the output is the schema's.
 *
 * @throws CallError 422 with an issue for every field that is not valid; 400 where a body is missing
 */
function parsePart<E extends Endpoint, P extends Part>(endpoint: E, part: P, sent: unknown): Call<E>[P]
function parsePart(endpoint: Endpoint, part: Part, sent: unknown): unknown {
  const parsed = endpoint[part]?.safeParse(sent)
  if (!parsed) return undefined
  if (parsed.success) return parsed.data
  if (sent === undefined) throw new CallError('malformed')
  throw new CallError('invalid', { issues: toIssues(parsed.error) })
}

function toIssues(error: z.ZodError): Issue[] {
  return error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }))
}

/** The overload says what `readCaller` has seen to: who reaches the handler of a fan's call is logged in. */
function callerOf<E extends Endpoint>(endpoint: E, request: Request): Call<E>['user']
function callerOf(endpoint: Endpoint, request: Request): unknown {
  return endpoint.access === 'visitor' ? null : request.user
}

/** The overload says what `readUpload` has seen to: a call that takes a file has one. */
function uploadOf<E extends Endpoint>(endpoint: E, request: Request): Call<E>['upload']
function uploadOf(endpoint: Endpoint, request: Request): unknown {
  return endpoint.upload === undefined ? undefined : request.file?.buffer
}

function sessionOf(request: Request, response: Response, parts: RouterParts): CallSession {
  const { sessions, authentication } = parts
  return {
    known: knownSession(request),
    checkCredentials: () => authentication.checkCredentials(request, response),
    async logIn(user) {
      await authentication.logIn(request, user)
      await sessions.begin(request)
    },
    async logOut() {
      const { user, sessionID } = request
      await sessions.end(request, response)
      return user ? { userId: user.id, sessionHash: hashSessionId(sessionID) } : null
    },
  }
}

function knownSession({ session, sessionID }: Request): KnownSession | null {
  const loggedInAt = session?.loggedInAt
  return loggedInAt === undefined ? null : { sessionId: sessionID, loggedInAt }
}

function sendAnswer(endpoint: Endpoint, response: Response, answer: unknown, checksAnswers: boolean): void {
  const isAccepted = answer instanceof Accepted
  const body: unknown = isAccepted ? answer.order : answer
  if (checksAnswers) holdAgainst(isAccepted ? endpoint.accepted : endpoint.response, body)
  response
    .status(isAccepted ? 202 : 200)
    .set('Cache-Control', cacheControl(endpoint))
    .json(body)
}

/**
 * Sends a file as quickly as the caller takes it. Whoever goes away ends the making of it; where that fails, the
 * connection breaks off, so that nobody takes a part for the whole.
 */
async function sendFile(
  endpoint: Endpoint,
  response: Response,
  { fileName, bytes }: Download,
): Promise<void> {
  response
    .status(200)
    .set('Cache-Control', 'no-store')
    .set('Content-Type', endpoint.download ?? 'application/octet-stream')
    .attachment(fileName)
  try {
    await pipeline(bytes, response)
  } catch (error) {
    if (!isClientGone(error)) throw error
  }
}

function isClientGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** Reads may be kept and are asked for again by their ETag; what belongs to one fan is kept by them alone. */
export function cacheControl({ method, access }: Pick<Endpoint, 'method' | 'access'>): string {
  if (method !== 'GET') return 'no-store'
  return access === 'visitor' ? 'no-cache' : 'private, no-cache'
}

/** Throws where a body is not exactly what its schema describes: a field too many is a field that leaks. */
function holdAgainst(schema: z.ZodType | undefined, body: unknown): void {
  const wire: unknown = JSON.parse(JSON.stringify(body))
  const parsed = schema?.parse(wire)
  if (!isDeepStrictEqual(parsed, wire))
    throw new Error('an answer has fields that the contract does not name')
}
