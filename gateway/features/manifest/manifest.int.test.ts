import { gatewayOfFile, TEST_SITE } from '@called-it/tests/support/gateway/start-gateway'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const gateway = await gatewayOfFile()

const manifest = z.object({
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.string() })),
})
const readManifest = async () => (await gateway.send('GET', '/manifest.webmanifest')).json

async function open(path: string) {
  const response = await fetch(gateway.url + path)
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

describe('web manifest', () => {
  test('names the app after the band', async () => {
    const { headers, json } = await gateway.send('GET', '/Manifest.WebManifest')
    expect(headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('etag')).not.toBeNull()
    expect(json).toMatchObject({
      id: '/',
      scope: '/',
      start_url: '/',
      name: `Called It: ${TEST_SITE.band.name}`,
      short_name: TEST_SITE.band.shortName,
      display: 'standalone',
      theme_color: expect.stringMatching(/^#/),
      background_color: expect.stringMatching(/^#/),
    })
  })

  test('has icons for every launcher, each of its size and immutable', async () => {
    const { icons } = manifest.parse(await readManifest())
    expect(icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual([
      'any 192x192',
      'any 512x512',
      'maskable 192x192',
      'maskable 512x512',
    ])
    for (const { src, sizes } of icons) {
      const { status, headers, bytes } = await open(src)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('image/png')
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
    }
  })

  test('sends the current icon for another revision, to be asked for again', async () => {
    const [icon] = manifest.parse(await readManifest()).icons
    const current = await open(icon?.src ?? '')
    const old = await open('/Icons/0000000000000000-any-192.png')
    expect(old.headers.get('cache-control')).toBe('no-cache')
    expect(old.bytes.equals(current.bytes)).toBe(true)
  })

  test.each(['0000000000000000-any-193.png', '0000000000000000-monochrome-192.png', 'any-192.png', '..%2fx'])(
    'has no icon %s',
    async (file) => {
      expect((await open(`/icons/${file}`)).status).toBe(404)
    },
  )
})
