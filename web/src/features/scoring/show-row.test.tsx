import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { runEndpoints } from '@called-it/shared/contract/runs'
import { scoringEndpoints } from '@called-it/shared/contract/scoring-endpoints'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { adminShow, runOf } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { useRuns } from '../../lib/api/runs.ts'
import { ShowRow } from './show-row.tsx'

const tested = runOf({ kind: 'test-score-show', subject: 'show:4', showId: 4 })

type Given = {
  isOpen?: boolean
  state?: Partial<AdminShow>
  respond?: 'picks_open' | 'internal'
  isCovered?: boolean
}

function openRow({ isOpen = false, state, respond, isCovered = false }: Given = {}) {
  const show = adminShow(4, isOpen ? '2099-03-05' : '2024-03-05', { is_open: isOpen, ...state })
  const scoring = fake(scoringEndpoints.scoreShow, ({ body }) => {
    const closes = JSON.stringify(body).includes('"closePicks":true')
    return respond && !closes ? { error: respond } : { ok: { processed: 12, errors: 0 } }
  })
  fakeApi(
    scoring,
    fake(runEndpoints.listRuns, { ok: { runs: [tested], version: 1 } }),
    fake(siteEndpoints.getConfig, {
      ok: { config: { testModeEnabled: false, siteOverlayEnabled: isCovered, version: 1 } },
    }),
  )
  function Row() {
    return <ShowRow show={show} runs={useRuns().data?.runs} />
  }
  return { ...renderPage(<Row />), scoring }
}

const scoreShow = { name: 'Score Show' }
const question = { name: 'close the picks?' }

describe('row of a show', () => {
  test('asks before it scores a show whose picks are open', async () => {
    const { user, scoring } = openRow({ isOpen: true, isCovered: true })
    await screen.findByText('tested')
    await user.click(screen.getByRole('button', scoreShow))
    await screen.findByRole('alertdialog', question)
    await user.click(screen.getByRole('button', { name: 'leave them open' }))
    expect(scoring.bodies).toEqual([])

    await user.click(screen.getByRole('button', scoreShow))
    await user.click(await screen.findByRole('button', { name: 'close picks and score' }))
    expect(await screen.findByText('Processed 12 predictions with 0 errors')).toBeDefined()
    expect(scoring.bodies).toEqual([{ fetchSetlist: true, closePicks: true }])
    expect(screen.getByRole('alertdialog', { name: 'lift the overlay?' })).toBeDefined()
  })

  test('asks when the server says that the picks are open', async () => {
    const { user, scoring } = openRow({ respond: 'picks_open' })
    await user.click(screen.getByRole('button', scoreShow))
    await user.click(await screen.findByRole('button', { name: 'close picks and score' }))
    expect(await screen.findByText('Processed 12 predictions with 0 errors')).toBeDefined()
    expect(scoring.bodies).toHaveLength(2)
    expect(screen.queryByText('Scoring Failed')).toBeNull()
  })

  test('links to the live editor until the show is scored', async () => {
    const { unmount } = openRow()
    expect(screen.getByRole('link', { name: 'live editor' }).getAttribute('href')).toBe('/shows/4/live')
    unmount()
    openRow({ state: { is_scored: true } })
    expect(screen.queryByRole('link', { name: 'live editor' })).toBeNull()
  })

  test('requests one scoring when its button is pressed twice before it is busy', async () => {
    const { scoring } = openRow()
    const button = await screen.findByRole('button', scoreShow)
    await act(async () => {
      fireEvent.click(button)
      fireEvent.click(button)
    })
    expect(await screen.findByText('Scoring Complete')).toBeDefined()
    expect(scoring.bodies).toHaveLength(1)
  })

  const past = { is_open: true, locks_at: '2024-03-05T23:30:00Z' }
  const today = new Date().toISOString().slice(0, 10)
  const soon = new Date(Date.now() + 5_000).toISOString()
  const cancelled = { kind: 'cancelled' as const, at: '2031-03-01T00:00:00Z', reason: 'Snow.', from: null }
  test.each<[string, Partial<AdminShow>, string[]]>([
    ['are open', { is_open: true, locks_at: '2099-03-05T23:30:00Z' }, ['open']],
    ['have closed since the page was loaded', past, ['closed']],
    ['are closed tonight', { ...past, showdate: today }, ['tonight']],
    ['an admin has closed just now', { showdate: today, locks_at: soon }, ['tonight']],
    ['were scored', { is_scored: true }, []],
    [
      'are cancelled',
      { is_cancelled: true, notice: cancelled },
      ['cancelled', 'This show is cancelled. Snow.'],
    ],
  ])('names the state of picks that %s', async (_, state, named) => {
    openRow({ state })
    await screen.findByText(/12 fans/)
    const words = screen.queryAllByText(/^(open|closed|tonight|cancelled|This show .*)$/)
    expect(words.map(({ textContent }) => textContent)).toEqual(named)
  })

  test('shows an error in place of the last test after a failed request', async () => {
    const { user } = openRow({ respond: 'internal' })
    await screen.findByText('tested')
    await user.click(screen.getByRole('button', scoreShow))
    expect(await screen.findByText('error')).toBeDefined()
    expect(screen.queryByText('tested')).toBeNull()
  })
})
