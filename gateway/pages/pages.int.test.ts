import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { SESSION_FLAG } from '@called-it/shared/contract/served-page'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import {
  gatewayOfFile,
  gatewayOfTest,
  refusal,
  TEST_SITE,
} from '@called-it/tests/support/gateway/start-gateway'
import { folderOfFile } from '@called-it/tests/support/temporary-folder'
import { describe, expect, test } from 'vitest'

const PAGE =
  '<!doctype html><html lang="en"><head><meta name="csp-nonce" content="__CSP_NONCE__"><!-- __HEAD__ -->' +
  '<link rel="stylesheet" href="first.css"></head><div id="root"></div>' +
  '<script type="application/json" id="site">"__SITE__"</script>' +
  '<script type="application/json" id="switches">"__SWITCHES__"</script>'

const HOSTILE_TEXTS = {
  welcomeTitle: '<b>pick</b> & "win" $& "__SITE__"',
  welcomeText: '</script><script>alert(1)</script>',
}

const SCRIPT = '<link rel="modulepreload" crossorigin href="/assets/league-1.js" />'
const LINKS = {
  '/leagues': SCRIPT,
  '/leagues/:leagueId': `${SCRIPT}<link rel="stylesheet" crossorigin href="/assets/ui-2.css" />`,
  '/verify-email/:token?': SCRIPT,
}
const FAN_LINKS = [['/leagues', SCRIPT]]

const webRoot = await folderOfFile()
for (const [file, content] of [
  ['index.html', PAGE],
  ['favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['assets/main-4f2a.js', 'export {}'],
  ['.vite/manifest.json', '{}'],
  ['.vite/route-links.json', JSON.stringify({ pages: Object.entries(LINKS), beside: FAN_LINKS })],
] as const) {
  await mkdir(path.dirname(path.join(webRoot, file)), { recursive: true })
  await writeFile(path.join(webRoot, file), content)
}
const site = { ...TEST_SITE, texts: { ...TEST_SITE.texts, ...HOSTILE_TEXTS } }
const gateway = await gatewayOfFile({ webRoot, site })

const open = (address: string, headers: Record<string, string> = {}) =>
  gateway.send('GET', address, { headers: { accept: 'text/html,*/*;q=0.8', ...headers } })

describe('page', () => {
  test.each([
    ['/', 200],
    ['/index.html', 404],
    ['/leaderboard', 200],
    ['/Prediction/12/score/', 200],
    ['/no/such/page', 404],
  ])('is served at %s with a new nonce in text and policy', async (address, status) => {
    const [first, second] = [await open(address), await open(address)]
    expect(first.status).toBe(status)
    expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect(first.headers.get('etag')).toBeNull()
    const nonces = [first, second].map(({ text }) => /content="([^"]+)"/.exec(text)?.[1] ?? '')
    expect(nonces[0]).toMatch(/^[A-Za-z0-9+/]{22}==$/)
    expect(nonces[0]).not.toBe(nonces[1])
    const policy = first.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`style-src 'self' 'nonce-${nonces[0]}'`)
    expect(policy).toContain(`script-src 'self' 'nonce-${nonces[0]}';`)
    expect(policy).toContain("connect-src 'self' ws://called-it.example")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).not.toContain('unsafe')
    expect(first.headers.get('permissions-policy')).toContain('camera=(), ')
    expect(first.headers.get('referrer-policy')).toBe('no-referrer')
    expect(first.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(first.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('sets the flag of a session that lacks it', async () => {
    const user = await makeUser(gateway.postgres.db)
    const session = await gateway.loginAs(user)
    const flagsOf = async (cookie: string) => (await open('/', { cookie })).headers.getSetCookie()
    expect(await flagsOf(session)).toEqual([expect.stringMatching(/^called_it_session=1; /)])
    expect(await flagsOf(`${session}; called_it_session=1`)).toEqual([])
    await gateway.send('POST', '/api/auth/logout', { as: session })
    expect(await flagsOf(session)).toEqual([])
  })

  test('preloads what the page of a path asks for first', async () => {
    const { id } = await makeShow(gateway.postgres.db)
    const preload = /<link rel="preload" as="fetch" crossorigin="use-credentials" href="([^"]+)" \/>/g
    const preloaded = async (address: string, headers = {}) =>
      Array.from((await open(address, headers)).text.matchAll(preload), ([, path]) => path)
    expect(await preloaded(`/Shows/${id}/`)).toEqual([`/api/shows/${id}/page`])
    expect(await preloaded('/songs/7-the-river')).toEqual(['/api/songs/7'])
    expect(await preloaded('/songs/7')).toEqual(['/api/songs/7'])
    expect(await preloaded('/songs/the-river')).toEqual([])
    const lists = ['/api/shows/live', '/api/shows/upcoming', '/api/shows/recent/multiple', '/api/songs/all']
    expect(await preloaded('/')).toEqual(lists)
    const cookie = `${SESSION_FLAG.name}=${SESSION_FLAG.value}`
    expect(await preloaded('/', { cookie })).toEqual(['/api/auth/me', ...lists])
    expect(await preloaded('/leaderboard', { cookie })).toEqual(['/api/auth/me'])
  })

  test.each([
    ['/', ''],
    ['/leaderboard', ''],
    ['/leagues', LINKS['/leagues']],
    ['/Leagues/12/', LINKS['/leagues/:leagueId']],
    ['/leagues/12/more', ''],
    ['/verify-email', LINKS['/verify-email/:token?']],
    ['/verify-email/a%20token', LINKS['/verify-email/:token?']],
  ])('has the links of the route after the styles of the first view at %s', async (address, links) => {
    const { text, headers } = await open(address)
    expect(/<link rel="stylesheet" href="first.css">(.*?)<\/head>/s.exec(text)?.[1]?.trim()).toBe(links)
    // They have no nonce, since they are of the site itself.
    const policy = headers.get('content-security-policy')
    for (const kind of ['script', 'style']) expect(policy).toContain(`${kind}-src 'self' `)
  })

  test('is in the language of the request, with the scripts of that language', async () => {
    const { text, headers } = await open('/leagues/12', { 'accept-language': 'de' })
    expect(text).toContain('<html lang="de">')
    expect(text).toContain('href="/assets/de/league-1.js"')
    expect(text).toContain('href="/assets/ui-2.css"')
    expect(headers.get('content-language')).toBe('de')
    expect(headers.get('vary')).toContain('Accept-Language, Cookie')
  })

  test('has further links for fans', async () => {
    const { text } = await open('/leagues', { cookie: `${SESSION_FLAG.name}=${SESSION_FLAG.value}` })
    expect(text.split(SCRIPT)).toHaveLength(3)
  })

  test('embeds the texts of the band as data that cannot end the script', async () => {
    for (const address of ['/', '/leaderboard']) {
      const { text } = await open(address)
      const data = /<script type="application\/json" id="site">(.*?)<\/script>/.exec(text)?.[1] ?? ''
      expect(JSON.parse(data)).toMatchObject({ texts: HOSTILE_TEXTS })
    }
  })

  test('knows whether the overlay is on, and asks for nothing below it', async () => {
    const as = await gateway.loginAs(await makeAdmin(gateway.postgres.db))
    for (const siteOverlayEnabled of [true, false]) {
      const json = { config: { testModeEnabled: false, siteOverlayEnabled } }
      expect((await gateway.send('POST', '/api/admin/config', { as, json })).status).toBe(200)
      for (const address of ['/', '/leaderboard']) {
        const { text } = await open(address)
        const [, served = ''] =
          /<script type="application\/json" id="switches">(.*?)<\/script>/.exec(text) ?? []
        expect(JSON.parse(served)).toMatchObject({ config: { siteOverlayEnabled } })
        expect(text.includes('as="fetch"')).toBe(address === '/' && !siteOverlayEnabled)
      }
    }
  })

  test('is not served for missing files, API paths and other content types', async () => {
    expect(await open('/assets/gone-1234.js')).toMatchObject(refusal(404, 'not_found'))
    expect(await open('/api/gone')).toMatchObject(refusal(404, 'not_found'))
    expect(await open('/leaderboard', { accept: 'application/json' })).toMatchObject({ status: 404 })
    expect(await gateway.send('POST', '/leaderboard')).toMatchObject({ status: 404 })
  })
})

describe('static file', () => {
  test('is immutable if its name has a hash, else revalidated', async () => {
    const hashed = await open('/assets/main-4f2a.js')
    expect(hashed).toMatchObject({ status: 200, text: 'export {}' })
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const icon = await open('/favicon.svg')
    expect(icon.headers.get('content-type')).toContain('image/svg+xml')
    expect(icon.headers.get('cache-control')).toBe('no-cache')
    expect(icon.headers.get('etag')).not.toBeNull()
  })

  test.each([
    '/.vite/manifest.json',
    '/.vite/route-links.json',
    '/assets',
    '/..%2f..%2fpackage.json',
    '/assets/..%2findex.html',
  ])('is not served from %s', async (address) => {
    const { text, headers } = await open(address)
    expect(headers.get('location')).toBeNull()
    expect(text).not.toMatch(/"version": "|^\{\}$|modulepreload/)
    expect(text).not.toContain('__CSP_NONCE__')
  })
})

test('returns a 503 page while the client is not built', async () => {
  const bare = await gatewayOfTest()
  const response = await bare.send('GET', '/', { headers: { accept: 'text/html' } })
  expect(response.status).toBe(503)
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(response.text).toContain('not built yet')
})
