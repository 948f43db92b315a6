import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { currentRequestContext } from '@called-it/infra/context/request-context'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import type { Endpoint } from '@called-it/shared/contract/endpoint'
import { type EndpointName, type Endpoints, endpoints } from '@called-it/shared/contract/endpoints'
import type { ReadBodies } from '@called-it/shared/contract/rendered-page'
import type { LoadShedder } from '../overload/load-shedding.ts'
import { type CachedResponses, textOf } from '../response-cache/cached-responses.ts'
import { ApiError } from './errors.ts'
import type { Handler, Handlers, RequestSession } from './handler.ts'
import { listEndpointNames, parsePart, streamOf, uploadOf, userOf } from './router.ts'

/** Reads for a page, by path and query, as this user; null for a visitor. */
export type ReadForPage = (address: string, user: User | null) => Promise<ReadBodies[string]>

type Read = (request: { params: unknown; query: unknown; user: User | null }) => Promise<unknown>

/** What pages that are rendered here read, without a request for each. */
export function openPageReads(
  handlers: Handlers,
  responses: Pick<CachedResponses, 'find'>,
  shedder: Pick<LoadShedder, 'run'>,
): ReadForPage {
  const reads = listEndpointNames()
    .filter(isReadByPages)
    .map((name) => ({
      pattern: new URLPattern({ pathname: endpoints[name].path }),
      isForFans: endpoints[name].access === 'fan',
      read: readOf(name, handlers),
    }))

  async function read(address: string, user: User | null): Promise<string> {
    const cached = responses.find(address)
    if (cached) return textOf(cached.fresh() ?? (await cached.refresh()))
    const { pathname, searchParams } = new URL(address, ANY_ORIGIN)
    for (const { pattern, isForFans, read } of reads) {
      const params = pattern.exec({ pathname })?.pathname.groups
      if (!params) continue
      if (isForFans && !user) throw new ApiError('not_logged_in')
      const query = Object.fromEntries(searchParams)
      return JSON.stringify(await shedder.run(() => read({ params, query, user })))
    }
    throw new ApiError('not_found')
  }

  return async (address, user) => {
    try {
      return { status: 200, text: await read(address, user) }
    } catch (error) {
      if (error instanceof ApiError) return { status: error.status, text: '' }
      throw error
    }
  }
}

const ANY_ORIGIN = 'http://called-it.invalid'

function isReadByPages(name: EndpointName): boolean {
  const { method, access, download }: Endpoint = endpoints[name]
  return method === 'GET' && (access === 'visitor' || access === 'fan') && !download
}

function readOf<Name extends EndpointName>(name: Name, handlers: Handlers): Read {
  const endpoint: Endpoints[Name] = endpoints[name]
  const handler: Handler<Endpoints[Name]> = handlers[name]
  return ({ params, query, user }) =>
    handler({
      params: parsePart(endpoint, 'params', params),
      query: parsePart(endpoint, 'query', query),
      body: parsePart(endpoint, 'body', undefined),
      user: userOf(endpoint, { user }),
      upload: uploadOf(endpoint, {}),
      stream: streamOf(endpoint, NO_REQUEST),
      session: NO_SESSION,
      requestId: currentRequestContext().requestId ?? '',
      address: '',
      incoming: NO_REQUEST,
      // No body depends on it.
      language: 'en',
      signal: NEVER,
    })
}

const NO_REQUEST = new IncomingMessage(new Socket())

const NEVER = new AbortController().signal

const refuse = () => {
  throw new Error('a page is rendered without a session')
}

const NO_SESSION: RequestSession = {
  known: null,
  registrationToken: null,
  linkToken: null,
  checkCredentials: refuse,
  recogniseBrowser: refuse,
  logIn: refuse,
  nameDevice: refuse,
  keepRegistrationToken: refuse,
  keepLinkToken: refuse,
  takeIssuerToken: refuse,
  keepIssuerToken: refuse,
  writeCookie: refuse,
  tryCookie: refuse,
  logOut: refuse,
}
