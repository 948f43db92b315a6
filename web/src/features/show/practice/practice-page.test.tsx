import { liveShowEndpoints } from '@called-it/shared/contract/live-shows'
import { replayEndpoints } from '@called-it/shared/contract/replays'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { playedShow } from '@called-it/tests/support/web/factories'
import { failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { liveShowOf } from '@called-it/tests/support/web/live-show-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { onScreen } from '@called-it/tests/support/web/screen'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { clearUserData } from '../../../lib/user-storage.ts'
import { PracticePage } from './practice-page.tsx'

const songs = [1, 2].map((id) => ({
  ...{ id, name: `Song ${id}`, times_played: 9 - id, gap: 1, last_played: '2026-06-19' },
}))
const played = liveShowOf({ phase: 'final', openSet: null })
const reading = failOnce(liveShowEndpoints.getLiveShow, { ok: played })

function openPractice() {
  onScreen({ width: 1_200, reducedMotion: true })
  fakeApi(
    fake(showEndpoints.getShow, { ok: playedShow(5, '2026-06-20') }),
    fake(replayEndpoints.getPractice, { ok: { songs } }),
    reading,
  )
  return renderPage(<PracticePage />, { at: '/shows/5/practice', pattern: '/shows/:showId/practice' })
}

const song = (name: RegExp) => screen.findByRole('button', { name })
const submit = () => screen.getByRole('button', { name: 'submit' })
const slots = () => within(screen.getByRole('list', { name: 'Set 1' })).getAllByRole('listitem')

describe('practice', () => {
  afterEach(() => clearUserData())

  test('keeps the card through a reload and a failure, and plays the show with points', async () => {
    const { user, unmount } = openPractice()
    await user.click(await song(/^Song 1/))
    unmount()
    const { user: again } = openPractice()
    await song(/^Song 1/)
    expect(slots()[0]?.textContent).toContain('Song 1')
    await again.click(submit())
    expect(await screen.findByText('The show could not be loaded.')).toBeDefined()
    await again.click(screen.getByRole('button', { name: 'try again' }))
    expect(await screen.findByRole('heading', { name: /^15 points/ })).toBeDefined()
    await again.click(screen.getByRole('button', { name: 'try again' }))
    expect(slots()[0]?.textContent).toContain('Song 1')
  })

  test('passes the focus on when the card is cleared', async () => {
    const { user } = openPractice()
    expect(await song(/^Song 2/)).toBeDefined()
    expect(submit()).toHaveProperty('disabled', true)
    await user.click(await song(/^Song 2/))
    await user.click(screen.getByRole('button', { name: 'clear' }))
    expect(slots()[0]?.textContent).toContain('tap a song')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'your card' }))
  })
})
