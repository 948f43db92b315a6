import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeUser } from '@called-it/tests/support/factories/accounts'
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
  const { id: song } = await makeSong(db, { name: 'Secret Song' })
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
  await makeLeague(db, [], { name: 'Us & <them>', token: 'l'.repeat(22), code: 'ABCDEF' })
})

test.each([
  ['/', 'Called It', 'board/0'],
  ['/login', 'Called It', 'board/0'],
  ['/s/ooooooooooooooooooooo', 'There is no such card. · Called It', 'board/0', 404],
  [`/s/${tokens.open}`, `${ESCAPED}: I have picked · Called It`, `share/${tokens.open}`],
  [`/S/${tokens.scored}/`, `${ESCAPED}: 15 points, #1 of 1 · Called It`, `share/${tokens.scored}`],
  [`/s/${tokens.revoked}`, 'This card is not shared any more. · Called It', 'board/0', 410],
  ['/join/nnnnnnnnnnnnnnnnnnnnnn', 'This invitation does not work any more.', 'board/0', 404],
  ['/join/llllllllllllllllllllll', 'Join Us &amp; &lt;them&gt; · Called It', `invitation/${'l'.repeat(22)}`],
  ['/join/ABCDEF', 'Called It', 'board/0'],
  ['/leaderboard', 'All shows: leaderboard · Called It', 'board/0'],
  ['/leaderboard?tab=tours&tour=1', 'Fall &lt;Tour&gt;: leaderboard · Called It', 'board/1'],
  ['/tours/1/season', 'Fall &lt;Tour&gt;: the season · Called It', 'season/1'],
  ['/shows/1', 'The &quot;Pier&quot;, Jan 2, 2026 · Called It', 'show/1'],
  ['/shows/999999', 'Called It', 'board/0'],
  ['/players/1', `${ESCAPED} · Called It`, null],
  ['/players/999999', 'Called It', 'board/0'],
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
  expect(text).toContain('<link rel="manifest" href="/manifest.webmanifest" />')
  expect(text).toMatch(/<link rel="apple-touch-icon" href="\/icons\/[0-9a-f]{16}-maskable-180.png" \/>/)
  expect(text).toContain(
    'type="application/atom+xml" title="Called It: The Test Pressings" href="/feed.atom"',
  )
})

test('has no song and no address of a shared card, and keeps it from search engines', async () => {
  for (const token of [tokens.open, tokens.scored]) {
    const { text } = await open(`/s/${token}`)
    expect(text).toContain('<meta name="robots" content="noindex" />')
    expect(text).toContain(`<meta property="og:url" content="http://called-it.example/s/${token}" />`)
    expect(text).not.toMatch(/Secret|example\.test|\/players\//)
  }
  expect((await open('/leaderboard')).text).not.toContain('robots')
})
