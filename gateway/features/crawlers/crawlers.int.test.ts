import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeShow, makeSong, makeTour } from '@called-it/tests/support/factories/catalogue'
import { makeScoredShow } from '@called-it/tests/support/factories/scores'
import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { folderOfFile } from '@called-it/tests/support/temporary-folder'
import { expect, test } from 'vitest'

const webRoot = await folderOfFile()
await writeFile(path.join(webRoot, 'index.html'), '<head><!-- __HEAD__ --></head>')
const gateway = await gatewayOfFile({ webRoot })
const { db } = gateway.postgres
const read = async (path: string) => (await gateway.send('GET', path)).text

test('lists shows, songs and seasons with the time of their last change', async () => {
  const tour = await makeTour(db)
  const song = await makeSong(db, { slug: 'a&b', name: 'A & B' })
  await makeSong(db, { hidden_at: new Date() })
  await makeSong(db, { merged_into: song.id })
  const scored = await makeScoredShow(db, { set1: [song.id] }, [], { tour_id: tour.id })
  const upcoming = await makeShow(db, { tour_id: null })
  await makeShow(db, { vanished_at: new Date() })
  const sitemap = await read('/sitemap.xml')
  const listed = Array.from(
    sitemap.matchAll(/<loc>http:\/\/called-it\.example(.*?)<\/loc>/g),
    ([, path]) => path,
  )
  const shows = [upcoming, scored].map(({ id }) => `/shows/${id}`)
  const fixed = ['/', '/leaderboard', '/machine', '/above-expectation', '/practice', '/privacy', '/terms']
  expect(listed.slice(0, 7)).toEqual(fixed)
  expect(listed.slice(7, 9).toSorted()).toEqual(shows.toSorted())
  expect(listed.slice(9)).toEqual([
    `/tours/${tour.id}`,
    `/tours/${tour.id}/season`,
    `/songs/${song.id}-a%26b`,
  ])
  const day = new Date().toISOString().slice(0, 10)
  expect(sitemap).toMatch(new RegExp(`/songs/${song.id}-a%26b</loc><lastmod>${day}T[\\d:.]+Z</lastmod>`))
})

test('lists a show as soon as there is one', async () => {
  const before = await read('/sitemap.xml')
  const { id } = await makeShow(db)
  expect(before).not.toContain(`/shows/${id}<`)
  expect(await read('/sitemap.xml')).toContain(`/shows/${id}<`)
})

test('invites search engines, and sends none away from a page', async () => {
  expect(await read('/robots.txt')).toBe(
    'User-agent: *\nDisallow:\n\nSitemap: http://called-it.example/sitemap.xml\n',
  )
})

test('says what the site is to language models', async () => {
  const overview = await read('/llms.txt')
  expect(overview).toMatch(/^# Called It: The Test Pressings\n\n> /)
  const links = Array.from(
    overview.matchAll(/\(http:\/\/called-it\.example(.*?)\)/g),
    ([, link = '']) => link,
  )
  expect(links).toContain('/practice')
  for (const link of links) {
    const { status } = await gateway.send('GET', link, { headers: { accept: '*/*' } })
    expect(status, link).toBe(200)
  }
})
