import { RELEASE } from '@called-it/infra/config/release'
import { english } from '@called-it/languages/texts'
import { MAX_API_KEYS, READS_PER_MINUTE } from '@called-it/shared/contract/api-keys'
import { type Endpoint, SETUP_HEADER } from '@called-it/shared/contract/endpoint'
import { endpoints } from '@called-it/shared/contract/endpoints'
import { errorBody } from '@called-it/shared/contract/error-body'
import { ERRORS } from '@called-it/shared/contract/errors'
import { CALENDAR_PATH, EMBED_PATH } from '@called-it/shared/contract/served-page'
import type { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiContentObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'

/** What developers need before the list of endpoints, in Markdown; docs/build-on-it.md has more, with programs. */
const describeApi = (publicUrl: string): string => `
**Build on it.** Programs read the game with a key, pages of other sites show parts of it without one.

- **Key**: make up to ${MAX_API_KEYS} on [your page of keys](${publicUrl}/profile/keys), and send one as
  \`Authorization: Bearer calledit_…\`. It reads the endpoints that say *Takes a key*, changes nothing, and every other
  endpoint refuses it with 403 \`key_not_allowed\`.
- **Limit**: ${READS_PER_MINUTE} requests a minute for all keys of a player. After a 429 or 503 wait for the seconds of
  \`Retry-After\`.
- **ETag**: send it as \`If-None-Match\`; what has not changed is a 304 without a body. Node's \`fetch\` needs
  \`cache: 'no-cache'\` for it.
- **Pages**: a response with \`next\` continues with \`?after=\` of that value, until it is \`null\`.
- **Errors**: \`{"message", "code"}\`. Compare \`code\`, the message is for people.
- Ignore fields that you do not know. There is no CORS: pages of other sites read it from their server.

Five ideas:

1. **Print the board**: \`GET /api/leaderboard\`.
2. **Follow the show**: \`GET /api/shows/live\`, then \`GET /api/shows/{showId}/live\` every 20 seconds with its ETag.
3. **A bot for your chat**: commands for the board and for \`GET /api/shows/upcoming\`, whose \`locks_at\` is when picks
   close.
4. **Webhooks**: an admin adds your address. Each event is a signed POST as
   [Standard Webhooks](https://www.standardwebhooks.com) describes it: check \`webhook-id\`, \`webhook-timestamp\` and
   \`webhook-signature\`.
5. **A page or a spreadsheet**: \`${publicUrl}${EMBED_PATH}\` in a frame (admins allow your site),
   \`${publicUrl}${CALENDAR_PATH}\`, \`${publicUrl}/feed.atom\`, and \`GET /api/tours/{tourId}/results.csv\`.
`

const SESSION_SCHEME = 'session'
const KEY_SCHEME = 'key'
const SETUP_SCHEME = 'setup'

const error = errorBody.meta({ id: 'Error', description: 'The shape of every error' })

type ApiProduct = { readonly name: string; readonly cookieName: string; readonly publicUrl: string }

/** Generated from the contract by which the gateway routes and validates. */
export function createOpenApiDocument({ name, cookieName, publicUrl }: ApiProduct): object {
  return createDocument({
    openapi: '3.1.0',
    info: { title: name, version: RELEASE, description: describeApi(publicUrl) },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: {
        [SESSION_SCHEME]: { type: 'apiKey', in: 'cookie', name: cookieName },
        [KEY_SCHEME]: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key of `/profile/keys`, which only reads',
        },
        [SETUP_SCHEME]: {
          type: 'apiKey',
          in: 'header',
          name: SETUP_HEADER,
          description: 'The code that gateways print while there is no admin',
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
  const { summary, params, query, deprecation } = endpoint
  return {
    operationId: name,
    summary,
    ...(deprecation && !deprecation.fields ? { deprecated: true } : {}),
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
    ...(access === 'setup' ? [{ [SETUP_SCHEME]: [] }] : []),
    ...((access !== 'visitor' && access !== 'setup') || personal ? [{ [SESSION_SCHEME]: [] }] : []),
    ...(forKeys ? [{ [KEY_SCHEME]: [] }] : []),
  ]
  return { security, ...(forKeys ? { description: 'Takes a key.' } : {}) }
}

function describeBody({ body, upload, streamed }: Endpoint): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (upload !== undefined) return { requestBody: { required: true, content: form(upload) } }
  if (streamed) return { requestBody: { required: true, content: file('application/octet-stream') } }
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
  streamed,
  accepted,
}: Endpoint): Set<number> {
  return new Set([
    ...(params ? [400, 404] : []),
    ...(access === 'setup' ? [403, 404, 429] : access === 'visitor' ? [] : [401, 403]),
    ...(forKeys ? [401, 429] : []),
    ...(method === 'GET' ? [] : [403, 409, 429]),
    ...(query ? [422] : []),
    ...(body || upload ? [400, 413, 415, 422] : []),
    ...(streamed ? [413, 415, 507] : []),
    ...(upload ? [408] : []),
    ...(accepted ? [502] : []),
    500,
    503,
  ])
}

function describeErrors(status: number): string {
  return Object.entries(ERRORS)
    .filter(([, error]) => error.status === status)
    .map(([code, { text }]) => `\`${code}\`: ${english(text)}`)
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
