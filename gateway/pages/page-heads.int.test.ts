import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { eraseUser } from '@called-it/infra/postgres/queries/accounts/users'
import { changeUser, makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { makeShow, makeSong, makeTour } from '@called-it/tests/support/factories/catalogue'
import { makeLeague } from '@called-it/tests/support/factories/leagues'
import { makePrediction, makeScoredShow, makeStanding } from '@called-it/tests/support/factories/scores'
import { makeSeason } from '@called-it/tests/support/factories/seasons'
import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { folderOfFile } from '@called-it/tests/support/temporary-folder'
import { beforeAll, expect, test } from 'vitest'

const webRoot = await folderOfFile()
for (const file of ['index.html', 'home.html']) {
  await writeFile(path.join(webRoot, file), '<head><!-- __HEAD__ --></head>')
}
const gateway = await gatewayOfFile({ webRoot })

const { db } = gateway.postgres
const HOSTILE = '"><script>alert(1)</script>'
const ESCAPED = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;'
const open = (address: string) => gateway.send('GET', address, { headers: { accept: 'text/html' } })

const tokens = { open: 'o'.repeat(22), scored: 's'.repeat(22), revoked: 'r'.repeat(22) }

beforeAll(async () => {
  const fan = await makeUser(db, { displayName: HOSTILE })
  const { id: song } = await makeSong(db, { name: 'Secret Song', slug: 'secret' })
  const tour = await makeTour(db, { name: 'Fall <Tour>' })
  const given = { venue: 'The "Pier"', showdate: '2026-01-02', tour_id: tour.id }
  const scored = await makeScoredShow(db, { set1: [song] }, [{ user_id: fan.id, total: 15 }], given)
  const upcoming = await makeShow(db, { venue: 'Hall', city: 'Bay', state: null, country: null })
  for (const board of [0, tour.id]) {
    await makeStanding(db, { board, user_id: fan.id, total: 15 })
  }
  await makeSeason(db, tour.id)
  for (const show of [scored, upcoming]) {
    await makePrediction(db, { showId: show.id, userId: fan.id, picks: { set1: [song] } })
  }
  const share = (token: string, show_id: number, revoked_at: Date | null = null) =>
    db.insertInto('shares').values({ token, show_id, user_id: fan.id, revoked_at }).execute()
  await share(tokens.open, upcoming.id)
  await share(tokens.scored, scored.id)
  await share(tokens.revoked, scored.id, new Date())
  const { id: gone } = await makeUser(db)
  await eraseUser(db, gone)
  await makeLeague(db, [], { name: 'Us & <them>', token: 'l'.repeat(22), code: 'ABCDEF' })
})

test.each([
  ['/', 'Called It', 'board/0'],
  ['/login', 'Called It', 'board/0'],
  ['/practice/', 'Practice · Called It', 'board/0'],
  ['/privacy', 'Privacy · Called It', 'board/0'],
  ['/machine', 'You and the machine · Called It', 'board/0'],
  ['/Above-Expectation', 'You and chance · Called It', 'board/0'],
  ['/no-such-page', '404 Page Not Found · Called It', 'board/0', 404],
  ['/setup', '404 Page Not Found · Called It', 'board/0', 404],
  ['/s/ooooooooooooooooooooo', 'There is no such card. · Called It', 'board/0', 404],
  [`/s/${tokens.open}`, `${ESCAPED}: I have picked · Called It`, `share/${tokens.open}`],
  [`/S/${tokens.scored}/`, `${ESCAPED}: 15 points, #1 of 1 · Called It`, `share/${tokens.scored}`],
  [`/s/${tokens.revoked}`, 'This card is not shared any more. · Called It', 'board/0', 410],
  ['/join/nnnnnnnnnnnnnnnnnnnnnn', 'This invitation does not work any more.', 'board/0', 404],
  ['/join/llllllllllllllllllllll', 'Join Us &amp; &lt;them&gt; · Called It', `invitation/${'l'.repeat(22)}`],
  ['/join/ABCDEF', 'Called It', 'board/0'],
  ['/leaderboard', 'All shows: leaderboard · Called It', 'board/0'],
  ['/leaderboard?tab=shows&show=1', 'The &quot;Pier&quot;, Jan 2, 2026: leaderboard', 'show/1'],
  ['/leaderboard?tab=tours&tour=1', 'Fall &lt;Tour&gt;: leaderboard · Called It', 'board/1'],
  ['/tours/1', 'Fall &lt;Tour&gt; · Called It', 'board/1'],
  ['/tours/1/season', 'Fall &lt;Tour&gt;: the season · Called It', 'season/1'],
  ['/shows/1', 'The &quot;Pier&quot;, Jan 2, 2026 · Called It', 'show/1'],
  ['/shows/1/proof', 'Proof of the picks: The &quot;Pier&quot;, Jan 2, 2026', 'show/1'],
  ['/shows/1/replay', 'Replay: The &quot;Pier&quot;, Jan 2, 2026 · Called It', 'show/1'],
  ['/shows/1/practice', 'Practice: The &quot;Pier&quot;, Jan 2, 2026 · Called It', 'show/1'],
  ['/shows/999999', 'Show not found · Called It', 'board/0', 404],
  ['/shows/first', 'Show not found · Called It', 'board/0', 404],
  ['/songs/1-anything', 'Secret Song · Called It', 'board/0'],
  ['/songs/65000', 'Song not found · Called It', 'board/0', 404],
  ['/tours/999/season', 'Tour not found · Called It', 'board/0', 404],
  ['/players/1', `${ESCAPED} · Called It`, null],
  ['/players/2', 'This profile was deleted. · Called It', 'board/0', 410],
  ['/players/999999', 'User not found · Called It', 'board/0', 404],
] as const)('describes %s', async (address, title, image, expected: number = 200) => {
  const { status, text } = await open(address)
  expect(status).toBe(expected)
  expect(text).toContain(`<title>${title}`)
  expect(text).toContain(`<meta property="og:title" content="${title.replace(' · Called It', '')}`)
  const shown = /og:image" content="([^"]+)"/.exec(text)?.[1] ?? null
  if (image)
    expect(shown).toMatch(new RegExp(`^http://called-it\\.example/preview/${image}/[0-9a-f]+-dark\\.png$`))
  else expect(shown).toBeNull()
  expect(text).not.toContain(HOSTILE)
  expect(text).not.toContain('__HEAD__')
  expect(text).toContain('<link rel="manifest" crossorigin="use-credentials" href="/manifest.webmanifest" />')
  expect(text).toMatch(/<link rel="apple-touch-icon" href="\/icons\/[0-9a-f]{16}-maskable-180.png" \/>/)
  expect(text).toContain(
    'type="application/atom+xml" title="Called It: The Test Pressings" href="/feed.atom"',
  )
})

test('describes a show in the language of the request', async () => {
  const german = await gateway.send('GET', '/shows/1', {
    headers: { accept: 'text/html', 'accept-language': 'de' },
  })
  expect(german.text).toContain('<title>The &quot;Pier&quot;, 02.01.2026 · Called It')
  expect(german.text).toMatch(/og:image" content="[^"]+-dark-de\.png"/)
  expect((await open('/shows/1')).text).toContain('<title>The &quot;Pier&quot;, Jan 2, 2026')
})

const NOINDEX = '<meta name="robots" content="noindex" />'
const canonicalOf = (text: string) => /<link rel="canonical" href="([^"]+)"/.exec(text)?.[1]
const graphOf = (text: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? '{}')['@graph']

test.each([
  ['/LEADERBOARD/', '/leaderboard'],
  ['/leaderboard?tour=1', '/leaderboard'],
  ['/leaderboard?tour=1&tab=tours', '/leaderboard?tab=tours&amp;tour=1'],
  ['/leaderboard?tab=tours&tour=999', '/leaderboard'],
  ['/leaderboard?tab=shows&show=999999', '/leaderboard'],
  ['/shows/1/?from=mail', '/shows/1'],
  ['/songs/1', '/songs/1-secret'],
  ['/tours/1/Season', '/tours/1/season'],
])('names the one address of %s', async (address, canonical) => {
  expect(canonicalOf((await open(address)).text)).toBe(`http://called-it.example${canonical}`)
})

test('describes a show and the way to it for search engines', async () => {
  const address = 'http://called-it.example'
  expect(graphOf((await open('/shows/1')).text)).toMatchObject([
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Called It', item: `${address}/` },
        { position: 2, name: 'Fall <Tour>', item: `${address}/tours/1` },
        { position: 3, name: 'The "Pier", Jan 2, 2026', item: `${address}/shows/1` },
      ],
    },
    {
      '@type': 'MusicEvent',
      name: 'The Test Pressings, The "Pier", Jan 2, 2026',
      startDate: expect.stringMatching(/^2026-01-02/),
      eventStatus: 'https://schema.org/EventScheduled',
      location: { name: 'The "Pier"', address: { '@type': 'PostalAddress' } },
      performer: { name: 'The Test Pressings' },
    },
  ])
  expect((await open('/shows/1')).text).not.toContain('Secret')
})

test('has the local start and its distance from UTC, and says what is cancelled', async () => {
  const times = { time_zone: 'America/St_Johns', starts_local: '19:30' } as const
  const starts_at = new Date('2999-07-01T22:00:00Z')
  const given = { ...times, starts_at, showdate: '2999-07-01', cancelled_at: new Date() }
  const { id } = await makeShow(db, given)
  const [, event] = graphOf((await open(`/shows/${id}`)).text)
  expect(event).toMatchObject({
    startDate: '2999-07-01T19:30:00-02:30',
    eventStatus: 'https://schema.org/EventCancelled',
  })
})

test('leads from a merged song to the song that it is', async () => {
  const { id: into } = await makeSong(db, { slug: 'näme' })
  const { id } = await makeSong(db, { merged_into: into })
  const { status, headers } = await gateway.send('GET', `/songs/${id}-old`, {
    headers: { accept: 'text/html' },
  })
  expect([status, headers.get('location')]).toEqual([301, `/songs/${into}-n%C3%A4me`])
  expect(headers.get('cache-control')).toBe('no-cache')
})

test('has no song and no address of a shared card, and keeps it from search engines', async () => {
  for (const token of [tokens.open, tokens.scored]) {
    const { text } = await open(`/s/${token}`)
    expect(text).toContain(NOINDEX)
    expect(text).toContain(`<meta property="og:url" content="http://called-it.example/s/${token}" />`)
    expect(text).not.toMatch(/Secret|example\.test|\/players\//)
  }
  expect((await open('/leaderboard')).text).not.toContain('robots')
})

test('keeps private pages and players who hide their picks from search engines', async () => {
  const { id: hidden } = await makeUser(db)
  await changeUser(db, hidden, { shows_picks: false })
  for (const address of [
    '/profile',
    '/admin',
    '/leagues/1',
    '/join/ABCDEF',
    '/nowhere',
    `/players/${hidden}`,
  ]) {
    expect((await open(address)).text).toContain(NOINDEX)
  }
  expect((await open('/players/1')).text).not.toContain('robots')
})

test('drops a name at once when its user is suspended', async () => {
  const { id } = await makeUser(db, { displayName: 'Rude Name' })
  expect((await open(`/players/${id}`)).text).toContain('Rude Name')
  const as = await gateway.loginAs(await makeAdmin(db))
  const suspended = await gateway.send('PUT', `/api/admin/users/${id}/suspension`, {
    as,
    json: { reason: 'rude' },
  })
  expect(suspended.status).toBe(200)
  const page = await open(`/players/${id}`)
  expect(page.status).toBe(404)
  expect(page.text).not.toContain('Rude Name')
})
