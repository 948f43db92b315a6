import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  RENDERED_HEADER,
  RENDERED_PAGE,
  RENDERER,
  SHELL_HEADER,
} from '@called-it/shared/contract/rendered-page'
import { ROUTE_LINKS, SESSION_FLAG } from '@called-it/shared/contract/served-page'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow, makeSongs } from '@called-it/tests/support/factories/catalogue'
import { makeScores } from '@called-it/tests/support/factories/scores'
import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { folderOfFile } from '@called-it/tests/support/temporary-folder'
import { describe, expect, test } from 'vitest'

const SHELL = '<head><!-- __HEAD__ --></head><div id="root"><!-- __ROOT__ --></div>"__VIEW__"'
const SHEET = '<link rel="stylesheet" crossorigin href="/assets/show-1.css" />'

/** In place of the built client: each page reads two things, says how often it was rendered, and has ways to fail. */
const FAKE_RENDERER = `
  let renders = 0
  export async function renderPage({ address, isFan, isPhone, language, origin, bodies }) {
    const { pathname } = new URL(address, origin)
    if (pathname === '/login') while (true);
    if (pathname === '/register') process.exit(1)
    if (pathname === '/machine') for (const rows = [];;) rows.push(Array(100_000).fill(address))
    if (pathname === '/practice') throw new Error('broken')
    if (pathname === '/admin') return null
    const reads = ['/api/shows/upcoming', isFan ? '/api/auth/me' : '/api/leaderboard']
    if (pathname.endsWith('/replay')) reads.push('/api' + pathname)
    const wanted = reads.filter((read) => !(read in bodies))
    if (wanted.length > 0) return { wanted }
    renders += 1
    const data = Object.values(bodies).map(({ text }) => JSON.parse(text))
    const html = '<h1>' + [address, renders, isPhone ? 'phone' : 'wide', 'in', language].join(' ') + '</h1>'
    return { title: 'a & b', html, looks: '[data-look="0"]{width:1px}', queries: [{ key: ['all'], data }] }
  }`

const webRoot = await folderOfFile()
for (const [file, content] of [
  ['index.html', SHELL],
  [RENDERED_PAGE, SHELL],
  [RENDERER, FAKE_RENDERER],
  [ROUTE_LINKS, JSON.stringify({ pages: [['/shows/:showId', SHEET]], beside: [] })],
  ['assets/show-1.css', '.show{color:red}'],
  ['package.json', '{"type":"module"}'],
] as const) {
  await mkdir(path.dirname(path.join(webRoot, file)), { recursive: true })
  await writeFile(path.join(webRoot, file), content)
}
const gateway = await gatewayOfFile({ webRoot })
const { db } = gateway.postgres

const open = (address: string, headers: Record<string, string> = {}) =>
  gateway.send('GET', address, { headers: { accept: 'text/html', ...headers } })
const headingOf = ({ text }: { text: string }) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]

async function viewOf(address: string, headers?: Record<string, string>) {
  const { text } = await open(address, headers)
  return JSON.parse(/<\/div>(.*)$/s.exec(text)?.[1] ?? '')
}

describe('rendered page', () => {
  test('has its title, content, styles and data, and asks for nothing', async () => {
    const { venue } = await makeShow(db, { venue: '</script>' })
    const page = await open('/shows/1')
    expect(page.status).toBe(200)
    expect(page.headers.get(RENDERED_HEADER)).toBe('1')
    expect(page.headers.get('cache-control')).toBe('private, no-cache')
    expect(page.text).toContain('<title>a &amp; b</title>')
    expect(page.text).toMatch(
      /<style nonce="[^"]+">\.show\{color:red\}<\/style><link rel="stylesheet" disabled/,
    )
    expect(page.text).toMatch(/<style nonce="[^"]+" id="looks">\[data-look="0"\]\{width:1px\}<\/style>/)
    expect(page.text).not.toContain('rel="preload"')
    // That of the structured data.
    expect(page.text.split('</script>')).toHaveLength(2)
    const view = await viewOf('/shows/1')
    expect(view).toMatchObject({ address: '/shows/1', isFan: false, isPhone: false, language: 'en' })
    expect(JSON.stringify(view.queries)).toContain(venue)
  })

  test('is kept until something changes', async () => {
    const first = headingOf(await open('/leaderboard'))
    expect(headingOf(await open('/leaderboard'))).toBe(first)
    const as = await gateway.loginAs(await makeAdmin(db))
    const json = { config: { testModeEnabled: false, siteOverlayEnabled: false } }
    expect((await gateway.send('POST', '/api/admin/config', { as, json })).status).toBe(200)
    expect(headingOf(await open('/leaderboard'))).not.toBe(first)
  })

  test('differs by query and by device', async () => {
    expect(headingOf(await open('/leaderboard?tab=tours'))).toMatch(/^\/leaderboard\?tab=tours \d+ wide /)
    expect(headingOf(await open('/', { 'sec-ch-ua-mobile': '?1' }))).toMatch(/ phone /)
    expect(headingOf(await open('/', { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile/15E148' }))).toMatch(
      / phone /,
    )
    expect(headingOf(await open('/'))).toMatch(/ wide /)
  })

  test.each([
    ['en-GB,de;q=0.8', 'en'],
    ['de-CH,fr;q=0.8', 'de'],
    ['fr', 'en'],
    ['*', 'en'],
    ['', 'en'],
  ])('is in a language of the site for who reads "%s"', async (languages, expected) => {
    const page = await open('/leaderboard', { 'accept-language': languages })
    expect(page.headers.get('content-language')).toBe(expected)
    expect(headingOf(page)).toMatch(new RegExp(`in ${expected}$`))
  })

  test('has the own data for a fan, which nobody else gets', async () => {
    const [one, other] = [await makeUser(db), await makeUser(db)]
    const cookieOf = async (user: { id: number }) => `${await gateway.loginAs(user)}; ${SESSION_FLAG.name}=1`
    const cookie = await cookieOf(one)
    expect((await open('/', { cookie })).headers.get('cache-control')).toBe('no-store')
    const own = await viewOf('/', { cookie })
    expect(own.isFan).toBe(true)
    expect(JSON.stringify(own.queries)).toContain(one.email)
    const visitors = [await viewOf('/')]
    expect(JSON.stringify(await viewOf('/', { cookie: await cookieOf(other) }))).not.toContain(one.email)
    visitors.push(await viewOf('/'))
    for (const view of visitors) {
      expect(view.isFan).toBe(false)
      expect(JSON.stringify(view)).not.toMatch(new RegExp(`${one.email}|${other.email}`))
    }
    await gateway.send('POST', '/api/auth/logout', { as: cookie })
    expect(headingOf(await open('/', { cookie }))).toBeUndefined()
  })
})

test('gives its request id to a run that it starts', async () => {
  const show = await makeShow(db, { daysFromToday: -3 })
  await makeSetlist(db, show.id, { set1: (await makeSongs(db, 2)).map(({ id }) => id) })
  await makeScores(db, show, [])
  const page = await open(`/shows/${show.id}/replay`)
  const runs = await db.selectFrom('runs').select(['kind', 'request_id']).execute()
  expect(runs).toContainEqual({ kind: 'build-replay', request_id: page.headers.get('x-request-id') })
})

describe('page without content', () => {
  test.each([
    ['that is not public', '/admin', {}],
    ['that fails', '/practice', {}],
    ['for the service worker', '/leaderboard', { [SHELL_HEADER]: '1' }],
  ])('is what one %s gets', async (_, address, headers: Record<string, string>) => {
    const page = await open(address, headers)
    expect(page).toMatchObject({ status: 200 })
    expect(page.headers.get(RENDERED_HEADER)).toBeNull()
    expect(page.text).toContain('<div id="root"></div>null')
  })

  test.each([
    ['hangs', '/login'],
    ['ends', '/register'],
    ['needs too much memory', '/machine'],
  ])('is there in time while the thread %s, and the next pages are rendered', async (_, address) => {
    const start = performance.now()
    expect(headingOf(await open(address))).toBeUndefined()
    expect(performance.now() - start).toBeLessThan(1_500)
    const next = `/leaderboard?tab=${address}`
    await expect.poll(async () => headingOf(await open(next)), { timeout: 20_000 }).toContain(next)
  })
})
