import type { Endpoint } from '@called-it/shared/contract/endpoint'
import { endpoints } from '@called-it/shared/contract/endpoints'
import { errorBody } from '@called-it/shared/contract/error-body'
import { ERRORS } from '@called-it/shared/contract/errors'
import type { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiContentObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { describeApi } from './api-description.ts'

const SESSION_SCHEME = 'session'
const KEY_SCHEME = 'key'

const error = errorBody.meta({ id: 'Error', description: 'The shape of every error' })

type ApiProduct = { readonly name: string; readonly cookieName: string; readonly publicUrl: string }

/** Generated from the contract by which the gateway routes and validates. */
export function createOpenApiDocument({ name, cookieName, publicUrl }: ApiProduct): object {
  return createDocument({
    openapi: '3.1.0',
    info: { title: name, version: '1', description: describeApi(publicUrl) },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: {
        [SESSION_SCHEME]: { type: 'apiKey', in: 'cookie', name: cookieName },
        [KEY_SCHEME]: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key of `/profile/keys`, which only reads',
        },
      },
    },
    paths: describePaths(),
  })
}

function describePaths(): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {}
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const operation = describeOperation(name, endpoint)
    const method = METHODS[endpoint.method]
    paths[path] = { ...paths[path], [method]: operation }
  }
  return paths
}

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

function describeOperation(name: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const { summary, params, query } = endpoint
  return {
    operationId: name,
    summary,
    tags: [endpoint.path.split('/')[2]?.replace(/^:/, '') ?? ''],
    ...describeAccess(endpoint),
    requestParams: { ...(params ? { path: params } : {}), ...(query ? { query } : {}) },
    ...describeBody(endpoint),
    responses: describeResponses(endpoint),
  }
}

/** The empty requirement: without any. */
function describeAccess({
  access,
  personal,
  forKeys,
}: Endpoint): Pick<ZodOpenApiOperationObject, 'security' | 'description'> {
  const security = [
    ...(access === 'visitor' ? [{}] : []),
    ...(access !== 'visitor' || personal ? [{ [SESSION_SCHEME]: [] }] : []),
    ...(forKeys ? [{ [KEY_SCHEME]: [] }] : []),
  ]
  return { security, ...(forKeys ? { description: 'Takes a key.' } : {}) }
}

function describeBody({ body, upload }: Endpoint): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (upload !== undefined) return { requestBody: { required: true, content: form(upload) } }
  return body ? { requestBody: { required: !body.safeParse(undefined).success, content: json(body) } } : {}
}

function describeResponses(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const { response, accepted, download } = endpoint
  const errors = Array.from(errorStatuses(endpoint), (status) => [
    String(status),
    { description: describeErrors(status), content: json(error) },
  ])
  return {
    '200': { description: 'Done', content: download === undefined ? json(response) : file(download) },
    ...(accepted ? { '202': { description: 'Enqueued, not done yet', content: json(accepted) } } : {}),
    ...Object.fromEntries(errors),
  }
}

function errorStatuses({
  method,
  access,
  forKeys,
  params,
  query,
  body,
  upload,
  accepted,
}: Endpoint): Set<number> {
  return new Set([
    ...(params ? [400, 404] : []),
    ...(access === 'visitor' ? [] : [401, 403]),
    ...(forKeys ? [401, 429] : []),
    ...(method === 'GET' ? [] : [403, 409, 429]),
    ...(query ? [422] : []),
    ...(body || upload ? [400, 413, 415, 422] : []),
    ...(upload ? [408] : []),
    ...(accepted ? [502] : []),
    500,
    503,
  ])
}

function describeErrors(status: number): string {
  return Object.entries(ERRORS)
    .filter(([, error]) => error.status === status)
    .map(([code, { message }]) => `\`${code}\`: ${message}`)
    .join('\n\n')
}

function json(schema: z.core.$ZodType) {
  return { 'application/json': { schema } }
}

function file(contentType: string): ZodOpenApiContentObject {
  return { [contentType]: { schema: { type: 'string', format: 'binary' } } }
}

function form(field: string): ZodOpenApiContentObject {
  const properties = { [field]: { type: 'string' as const, format: 'binary' } }
  return { 'multipart/form-data': { schema: { type: 'object', properties, required: [field] } } }
}
