import type { Endpoint } from '@called-it/shared/contract/endpoint'
import { endpoints } from '@called-it/shared/contract/endpoints'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories'
import { startGateway, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

/** The part of OpenAPI 3.1 that clients need. */
const response = z.object({ description: z.string().min(1), content: z.looseObject({}).optional() })
const body = z.looseObject({ schema: z.looseObject({}) })
const operation = z.object({
  operationId: z.string(),
  summary: z.string().min(1),
  tags: z.array(z.string().min(1)).length(1),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.enum(['path', 'query']), required: z.boolean().optional() }))
    .optional(),
  requestBody: z
    .looseObject({ content: z.partialRecord(z.enum(['application/json', 'multipart/form-data']), body) })
    .optional(),
  responses: z.record(z.string().regex(/^[2-5]\d\d$/), response),
})
const openApi = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string(), version: z.string() }),
  paths: z.record(
    z.string().startsWith('/api/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), operation),
  ),
  components: z.object({
    schemas: z.record(z.string(), z.looseObject({})),
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.string() })),
  }),
})

let gateway: TestGateway
let text: string
let document: z.output<typeof openApi>

beforeAll(async () => {
  gateway = await startGateway()
  const served = await gateway.send('GET', '/api/openapi.json')
  text = served.text
  document = openApi.parse(served.json)
})
afterAll(() => gateway.stop())

describe('OpenAPI document', () => {
  test.each(Object.entries<Endpoint>(endpoints))('describes %s', (name, endpoint) => {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const method = z.enum(['get', 'post', 'put', 'delete']).parse(endpoint.method.toLowerCase())
    const described = document.paths[path]?.[method]
    expect(described).toMatchObject({ operationId: name, summary: endpoint.summary })
    const inPath = described?.parameters?.filter((parameter) => parameter.in === 'path') ?? []
    expect(inPath.map((parameter) => `{${parameter.name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
    expect(inPath.every(({ required }) => required)).toBe(true)
    expect(Object.keys(described?.requestBody?.content ?? {})).toEqual([
      ...(endpoint.body === undefined ? [] : ['application/json']),
      ...(endpoint.upload === undefined ? [] : ['multipart/form-data']),
    ])
    expect(described?.security !== undefined).toBe(endpoint.access !== 'visitor')
    const statuses = Object.keys(described?.responses ?? {})
    expect(statuses).toContain('200')
    expect(statuses).toContain('500')
    expect(statuses.includes('202')).toBe(endpoint.accepted !== undefined)
    expect(statuses.includes('401')).toBe(endpoint.access !== 'visitor')
    expect(statuses.includes('422')).toBe(
      [endpoint.body, endpoint.upload, endpoint.query].some((part) => part !== undefined),
    )
  })

  test('describes nothing else and has no broken reference', () => {
    const described = Object.values(document.paths).flatMap((path) => Object.values(path))
    expect(described).toHaveLength(Object.keys(endpoints).length)
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    )
    expect(references.length).toBeGreaterThan(0)
    for (const name of references) expect(Object.keys(document.components.schemas)).toContain(name)
  })
})

describe('API documentation', () => {
  test('has its own policy and loads only files of this site', async () => {
    const page = await gateway.send('GET', '/api/docs')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.text).not.toMatch(/<script>|\bon\w+=/)
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '')
    expect(files).toHaveLength(3)
    for (const file of files) expect((await gateway.send('GET', file)).status).toBe(200)
    expect(await gateway.send('GET', '/api/docs/package.json')).toMatchObject({ status: 404 })
  })

  test('requires an admin in production', async () => {
    const production = await startGateway({ config: { isProduction: true } })
    const { db } = production.postgres
    const admin = await production.loginAs(await makeAdmin(db))
    const fan = await production.loginAs(await makeUser(db))
    for (const path of ['/api/docs', '/api/docs/show-api.js', '/api/openapi.json']) {
      expect((await production.send('GET', path)).status).toBe(401)
      expect((await production.send('GET', path, { as: fan })).status).toBe(403)
      expect((await production.send('GET', path, { as: admin })).status).toBe(200)
    }
    await production.stop()
  })
})
