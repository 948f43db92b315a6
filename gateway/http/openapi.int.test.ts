import type { Endpoint } from '@called-it/shared/contract/endpoint'
import { endpoints } from '@called-it/shared/contract/endpoints'
import { gatewayOfFile, gatewayOfTest } from '@called-it/tests/support/gateway/start-gateway'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

/** The part of OpenAPI 3.1 that clients need. */
const operation = z.object({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.never()))),
  responses: z.looseObject({ 200: z.unknown(), 500: z.unknown() }),
})
const openApi = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string().startsWith('/api/'), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

const gateway = await gatewayOfFile()

describe('OpenAPI document', () => {
  test('describes every endpoint and its access, and has no broken reference', async () => {
    const { text, json } = await gateway.send('GET', '/api/openapi.json')
    const document = openApi.parse(json)
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId, security }]) => ({
        name: operationId,
        endpoint: `${method.toUpperCase()} ${path}`,
        schemes: security.flatMap((scheme) => Object.keys(scheme)),
        isOpen: security.some((scheme) => Object.keys(scheme).length === 0),
      })),
    )
    const expected = Object.entries<Endpoint>(endpoints).map(
      ([name, { method, path, access, personal, forKeys }]) => ({
        name,
        endpoint: `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
        schemes: [
          ...(access === 'setup' ? ['setup'] : access !== 'visitor' || personal ? ['session'] : []),
          ...(forKeys ? ['key'] : []),
        ],
        isOpen: access === 'visitor',
      }),
    )
    expect(described).toHaveLength(expected.length)
    expect(described).toEqual(expect.arrayContaining(expected))
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    )
    expect(references.length).toBeGreaterThan(0)
    for (const name of references) expect(Object.keys(document.components.schemas)).toContain(name)
  })

  test('names an endpoint in the introduction only if it takes a key', async () => {
    const { json } = await gateway.send('GET', '/api/openapi.json')
    const { info, servers } = z
      .object({
        info: z.object({ description: z.string() }),
        servers: z.array(z.object({ url: z.string() })),
      })
      .parse(json)
    expect(servers).toEqual([{ url: gateway.parts.config.publicUrl }])
    const keyed = Object.values<Endpoint>(endpoints).filter(({ forKeys }) => forKeys)
    const paths = keyed.map(({ path }) => path.replace(/:(\w+)/g, '{$1}'))
    const named = [...info.description.matchAll(/GET (\/api\/[^`]+)/g)].map(([, path]) => path)
    expect(named).toHaveLength(5)
    for (const path of named) expect(paths).toContain(path)
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

  test('is open to everybody in production too, and sends no requests', async () => {
    const production = await gatewayOfTest({ config: { isProduction: true } })
    for (const path of ['/api/docs', '/api/docs/show-api.js', '/api/openapi.json']) {
      expect((await production.send('GET', path)).status).toBe(200)
    }
    expect((await production.send('GET', '/api/docs/show-api.js')).text).toContain(
      'supportedSubmitMethods: []',
    )
  })
})
