import type { PublicPage } from '@called-it/shared/contract/page-paths'
import { expect, request as newRequest } from '@playwright/test'
import { DEMO_FAN } from './people.ts'

type Facts = readonly [path: string, ...facts: string[]]

/** Every public page with what only its data say; the board of a tour, and a show in another phase. */
export async function publicPages(
  baseURL: string,
): Promise<Readonly<Record<PublicPage | 'tourBoard' | 'scoredShow', Facts>>> {
  const api = await newRequest.newContext({ baseURL })
  const read = async (path: string) => (await api.get(path)).json()
  const [open] = (await read('/api/shows/upcoming')).shows
  const recent = (await read('/api/shows/recent/multiple')).shows
  const [scored] = recent
  const [song] = (await read('/api/songs/all')).songs
  const [first] = (await read('/api/leaderboard')).leaderboard
  const { tours } = await read('/api/tours')
  const over = tours.find((tour: { final_show: number | null }) => tour.final_show !== null)
  const { performances } = await read(`/api/shows/${scored.id}/live`)
  // A worker computes them when they are first asked for.
  for (const built of [
    `/api/tours/${over.id}`,
    `/api/tours/${over.id}/season`,
    `/api/shows/${scored.id}/replay`,
  ])
    await expect.poll(async () => (await api.get(built)).status()).toBe(200)
  const { statistics, names } = await read(`/api/tours/${over.id}`)

  await expect(await api.post('/api/auth/login', { data: DEMO_FAN })).toBeOK()
  const { id: userId } = await read('/api/auth/me')
  const picks = (await read(`/api/users/${userId}/predictions`)).predictions
  // Not the newest one: other journeys play shows that the demo's fan has not picked.
  const picked = recent.find(({ id }: { id: number }) =>
    picks.some((pick: { show_id: number }) => pick.show_id === id),
  )
  const { token: share } = await (await api.put(`/api/users/current/shows/${picked.id}/share`)).json()
  const data = { name: 'Row R', tour_id: null, counts_from: 'all', drop_worst: 0 }
  const { leagues } = await read('/api/leagues')
  const league =
    leagues.find(({ name }: { name: string }) => name === data.name) ??
    (await (await api.post('/api/leagues', { data })).json()).league
  const { token: invitation } = await read(`/api/leagues/${league.id}/invitation`)
  await api.dispose()
  const tour = `/tours/${over.id}`
  return {
    home: ['/', open.venue],
    show: [`/shows/${open.id}`, open.venue, open.location, 'picks close in'],
    scoredShow: [
      `/shows/${scored.id}`,
      scored.venue,
      performances[0].song.name,
      performances.at(-1).song.name,
    ],
    replay: [`/shows/${scored.id}/replay`, scored.venue],
    proof: [`/shows/${scored.id}/proof`, scored.venue],
    practice: [`/shows/${scored.id}/practice`, scored.venue],
    practiceShows: ['/practice', 'practice'],
    song: [`/songs/${song.id}-${song.slug}`, song.name],
    leaderboard: ['/leaderboard', first.userName],
    tourBoard: [`/leaderboard?tab=tours&tour=${over.id}`, over.name],
    machine: ['/machine', 'against the odds'],
    privacy: ['/privacy', 'network address'],
    terms: ['/terms', 'display name'],
    aboveExpectation: ['/above-expectation', first.userName],
    player: [`/players/${first.userId}`, first.userName],
    tour: [tour, over.name, names[statistics.songs[0].song], names[statistics.closers[0].song]],
    season: [`${tour}/season`, over.name],
    share: [`/s/${share}`, picked.venue],
    invitation: [`/join/${invitation}`, data.name],
  }
}
