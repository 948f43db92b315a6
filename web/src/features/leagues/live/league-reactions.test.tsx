import { leagueReactionEndpoints } from '@called-it/shared/contract/league-reactions'
import { type FakeRoute, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { deliver } from '../../../lib/events/deliver.ts'
import { LeagueReactions } from './league-reactions.tsx'

const { reactInLeague } = leagueReactionEndpoints
const players = ['Ann', 'Bo'].map((display_name, index) => ({
  id: index + 1,
  display_name,
  avatar_path: null,
}))

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
})

function openBar(route: FakeRoute = fake(reactInLeague, { ok: { sent: true } })) {
  const requests = fakeApi(route)
  return { ...renderPage(<LeagueReactions leagueId={4} players={players} />), requests, ...route }
}

const react = (userId: number, reaction: string, leagueId = 4) =>
  act(() => deliver('league:reacted', { leagueId, userId, reaction }))
const shownNames = () =>
  [...document.querySelectorAll('li')].map(({ lastElementChild }) => lastElementChild?.textContent)
const announced = () => screen.getAllByRole('status').at(-1)?.textContent

test('sends the reaction of a button', async () => {
  const { user, requests, bodies } = openBar()
  await user.click(screen.getByRole('button', { name: 'laughter' }))
  await waitFor(() => expect(requests).toEqual(['POST /api/leagues/4/reactions']))
  expect(bodies).toEqual([{ reaction: 'laugh' }])
  expect(screen.getAllByRole('button').map(({ title }) => title)).toEqual([
    'applause',
    'fire',
    'heart',
    'laughter',
    'wow',
    'tears',
  ])
})

test('shows reactions with the name of the member for a moment, a few at once', () => {
  openBar()
  react(1, 'fire')
  react(9, 'wow')
  react(2, 'one of a newer release')
  react(2, 'fire', 5)
  expect(shownNames()).toEqual(['Ann', 'a member'])
  for (let more = 0; more < 9; more += 1) react(2, 'clap')
  expect(shownNames()).toEqual(['Ann', 'a member', 'Bo', 'Bo', 'Bo'])
  act(() => void vi.advanceTimersByTime(3_000))
  expect(shownNames()).toEqual([])
  react(2, 'cry')
  expect(shownNames()).toEqual(['Bo'])
})

test('announces reactions at most every five seconds', () => {
  openBar()
  react(1, 'fire')
  expect(announced()).toBe('Ann: fire')
  for (const reaction of ['wow', 'clap', 'heart', 'cry', 'laugh']) react(2, reaction)
  act(() => void vi.advanceTimersByTime(4_000))
  expect(announced()).toBe('Ann: fire')
  act(() => void vi.advanceTimersByTime(1_000))
  expect(announced()).toBe('Bo: wow, Bo: applause, Bo: heart, 2 more')
  act(() => void vi.advanceTimersByTime(5_000))
  react(1, 'cry')
  expect(announced()).toBe('Ann: tears')
})

test('rests after too many reactions and says so', async () => {
  const { user, requests } = openBar(fake(reactInLeague, { error: 'too_many_requests', retryAfter: 30 }))
  const fire = screen.getByRole('button', { name: 'fire' })
  await user.click(fire)
  expect(await screen.findByText('Too many tries. Please try again in 30 seconds.')).toBeDefined()
  expect(document.activeElement).toBe(fire)
  await user.click(fire)
  expect(requests).toHaveLength(1)
  act(() => void vi.advanceTimersByTime(30_000))
  await user.click(fire)
  await waitFor(() => expect(requests).toHaveLength(2))
})

test('says that a reaction was not sent', async () => {
  const { user } = openBar(fake(reactInLeague, { error: 'internal' }))
  await user.click(screen.getByRole('button', { name: 'fire' }))
  expect(await screen.findByText('Reaction not sent')).toBeDefined()
})
