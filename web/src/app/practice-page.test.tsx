import { liveShowEndpoints } from '@called-it/shared/contract/live-shows'
import { replayEndpoints } from '@called-it/shared/contract/replays'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { songEndpoints } from '@called-it/shared/contract/songs'
import { POINTS } from '@called-it/shared/game/points'
import { playedShow, site, visitor } from '@called-it/tests/support/web/factories'
import { failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { livePerformance, liveShowOf } from '@called-it/tests/support/web/live-show-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { onScreen } from '@called-it/tests/support/web/screen'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clearUserData } from '../lib/account/user-storage.ts'
import { Practice } from './practice-page.tsx'

const { correctSpecial: SPECIAL } = POINTS

const songs = Array.from({ length: 12 }, (_, index) => ({
  id: index + 1,
  name: `Song ${index + 1}`,
  times_played: 40 - index,
  gap: index,
  last_played: '2026-06-01',
}))
const practice = fake(replayEndpoints.getPractice, { ok: { songs } })
const played = {
  ok: liveShowOf({
    phase: 'final',
    openSet: null,
    performances: [livePerformance(1, 'set1', 1, 1), livePerformance(2, 'set1', 2, 5)],
  }),
}

function openPractice(...routes: Parameters<typeof fakeApi>) {
  const requests = fakeApi(
    ...routes,
    visitor,
    fake(siteEndpoints.getSite, { ok: site }),
    fake(songEndpoints.listSongs, {
      ok: { songs: songs.map((song) => ({ ...song, slug: `song-${song.id}` })) },
    }),
    fake(showEndpoints.getShow, { ok: playedShow(5, '2026-06-20') }),
    practice,
    fake(liveShowEndpoints.getLiveShow, played),
  )
  const page = renderPage(<Practice />, { at: '/shows/5/practice', pattern: '/shows/:showId/practice' })
  return { requests, ...page }
}

const slotsOf = (set: string) => textsOf(screen.getByRole('list', { name: set }), 'listitem')
const add = async (name: string) =>
  within(await screen.findByRole('region', { name: 'song list' })).findByRole('button', {
    name: `add ${name}`,
  })
const submit = (count: number) => screen.getByRole('button', { name: `submit ${count}/19` })

beforeEach(() => {
  clearUserData()
  onScreen({ width: 1440, reducedMotion: true })
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
})

describe('practice on a past show', () => {
  test('fills slots as the builder does, and keeps them over a reload', async () => {
    const page = openPractice()
    for (const { name } of songs.slice(0, 9)) await page.user.click(await add(name))
    expect(slotsOf('Set 1')).toEqual(songs.slice(0, 8).map(({ name, id }) => `${id}${name}`))
    expect(slotsOf('Set 2')[0]).toBe('1Song 9')
    await page.user.click(screen.getByRole('button', { name: 'remove Song 3' }))
    expect(submit(8)).toBeDefined()

    page.unmount()
    openPractice()
    expect((await screen.findAllByRole('button', { name: /^remove/ })).length).toBe(8)
    expect(slotsOf('Set 1')[3]).toBe('4Song 4')
  })

  test('asks for the result after the picks are submitted, and not before', async () => {
    const { user, requests } = openPractice(failOnce(liveShowEndpoints.getLiveShow, played))
    await user.click(await add('Song 1'))
    await user.click(await add('Song 2'))
    expect(
      requests.filter((request) => /live|setlist|breakdown|replay|crowd|chances|shows\/-/.test(request)),
    ).toEqual([])

    await user.click(submit(2))
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    const slider = await screen.findByRole('slider', { name: 'song' })
    expect(slider.getAttribute('aria-valuetext')).toBe('song 1 of 2: Song 1, set 1')
    expect(document.activeElement).not.toBe(slider)
    await user.click(screen.getByRole('button', { name: 'next song' }))
    const total = screen.getByRole('region', { name: new RegExp(`^${SPECIAL} points`) })
    expect(within(total).getByText('Song 1').closest('li')?.textContent).toContain(`+${SPECIAL}`)
    expect(screen.queryByRole('table')).toBeNull()

    await user.click(screen.getByRole('button', { name: 'try again' }))
    expect(slotsOf('Set 1').slice(0, 2)).toEqual(['1Song 1', '2Song 2'])
    await user.click(screen.getByRole('button', { name: 'clear' }))
    expect(screen.queryByRole('button', { name: /^remove/ })).toBeNull()
    expect(submit(0)).toHaveProperty('disabled', true)
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'your picks' }))
  })

  test('has the songs on a page of their own on a phone', async () => {
    onScreen({ width: 375, reducedMotion: true })
    const { user } = openPractice()
    await user.click(await screen.findByRole('button', { name: 'add songs' }))
    await screen.findByRole('dialog', { name: 'Hall 5' })
    await user.click(await add('Song 1'))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'submit 1/19' }))
    expect(await screen.findByRole('slider', { name: 'song' })).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('forgets the picks when the user leaves', async () => {
    const { user } = openPractice()
    await user.click(await add('Song 1'))
    expect(submit(1)).toBeDefined()
    act(() => clearUserData())
    expect(submit(0)).toBeDefined()
    expect(JSON.stringify(localStorage)).not.toContain('Song 1')
  })

  test('says when a show is none to practice on', async () => {
    openPractice(fake(replayEndpoints.getPractice, { error: 'show_not_over' }))
    expect(await screen.findByText('Nobody can practice on this show yet.')).toBeDefined()
  })
})
