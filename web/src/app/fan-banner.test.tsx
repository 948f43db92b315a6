import { addSong } from '@called-it/shared/game/draft'
import { loggedIn, openShow } from '@called-it/tests/support/web/factories'
import { fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { upcomingShowsAre } from '@called-it/tests/support/web/routes'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useDraftStore } from '../features/home/builder/draft-store.ts'
import { useInstallPrompt } from '../lib/browser/install-prompt.ts'
import { FanBanner } from './fan-banner.tsx'

const LOCK = Date.parse('2026-06-20T23:30:00Z')
const MINUTE = 60_000
const SHOW = 1

beforeEach(() => {
  localStorage.clear()
  useDraftStore.getState().adopt(SHOW, null)
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  vi.setSystemTime(LOCK - 20 * MINUTE)
})

const pick = () =>
  useDraftStore.getState().change(SHOW, (slots) => addSong(slots, 'set1', { id: 7, name: 'Glass Elk' }))

async function open() {
  fakeApi(loggedIn, upcomingShowsAre(openShow(SHOW, '2026-06-20')))
  const page = renderPage(<FanBanner />)
  await vi.waitFor(() => expect(page.queryClient.getQueryData(['shows', 'upcoming'])).toBeDefined())
  return page
}

const banner = () => screen.queryByRole('complementary', { name: 'unsent draft' })
const hint = () => screen.queryByRole('complementary', { name: 'install' })

describe('banner of an unsent draft', () => {
  /** In steps, because each timer is set after the one before has rendered. */
  const pass = async (steps: number, stepMs: number) => {
    for (let step = 0; step < steps; step += 1) await act(() => vi.advanceTimersByTimeAsync(stepMs))
  }

  test('appears thirty minutes before the lock', async () => {
    vi.setSystemTime(LOCK - 31 * MINUTE)
    pick()
    await open()
    expect(banner()).toBeNull()
    await pass(8, 15_000)
    expect(banner()?.textContent).toMatch(/your draft is not sent.*closes in (29|28):/)
    expect(screen.getByRole('status').textContent).toBe('your draft is not sent')
  })

  test('goes at the lock', async () => {
    vi.setSystemTime(LOCK - 20_000)
    pick()
    await open()
    expect(banner()).not.toBeNull()
    await pass(21, 1_000)
    expect(banner()).toBeNull()
  })

  test('leads to the builder, and has no link there', async () => {
    pick()
    const { user } = await open()
    await user.click(screen.getByRole('link', { name: 'send it' }))
    expect(banner()).not.toBeNull()
    expect(screen.queryByRole('link')).toBeNull()
  })

  test.each([
    ['there is no draft', () => undefined],
    [
      'the draft is empty',
      () => {
        pick()
        useDraftStore.getState().change(SHOW, (slots) => ({ ...slots, set1: slots.set1.map(() => null) }))
      },
    ],
    [
      'the draft is sent by itself',
      () => {
        pick()
        useDraftStore.getState().queue(SHOW)
      },
    ],
  ])('stays away while %s', async (_, prepare) => {
    prepare()
    await open()
    expect(banner()).toBeNull()
  })
})

describe('install hint', () => {
  const offer = (visits: number) => {
    localStorage.setItem('called-it:visits', JSON.stringify({ count: visits - 1, lastAt: 0 }))
    const prompt = vi.fn(async () => undefined)
    useInstallPrompt.setState({ prompt: Object.assign(new Event('beforeinstallprompt'), { prompt }) })
    return prompt
  }

  test('installs from the second visit on', async () => {
    const prompt = offer(2)
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'install' }))
    expect(prompt).toHaveBeenCalledOnce()
    await waitFor(() => expect(hint()).toBeNull())
  })

  test('stays away at the first visit', async () => {
    offer(1)
    await open()
    expect(hint()).toBeNull()
  })

  test('stays away for good once it is dismissed', async () => {
    offer(2)
    const { user, unmount } = await open()
    await user.click(screen.getByRole('button', { name: 'not now' }))
    expect(hint()).toBeNull()
    unmount()
    offer(3)
    await open()
    expect(hint()).toBeNull()
  })

  test('gives way to an unsent draft', async () => {
    offer(2)
    pick()
    await open()
    expect(hint()).toBeNull()
    expect(banner()).not.toBeNull()
  })

  test('says how to install on iOS', async () => {
    offer(2)
    useInstallPrompt.setState({ prompt: null })
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone)')
    await open()
    expect(hint()?.textContent).toContain('Add to Home Screen')
  })
})
