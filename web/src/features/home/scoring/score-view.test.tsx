import { breakdownEndpoints } from '@called-it/shared/contract/breakdowns'
import type { OwnCorrection } from '@called-it/shared/contract/corrections'
import type { Breakdown } from '@called-it/shared/contract/scoring'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { songEndpoints } from '@called-it/shared/contract/songs'
import { emptyDraft } from '@called-it/shared/game/draft'
import { loggedIn, playedShow, predictionOf, site } from '@called-it/tests/support/web/factories'
import { type FakeRoute, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { predictionsAre, recentShowsAre, upcomingShowsAre } from '@called-it/tests/support/web/routes'
import { onScreen } from '@called-it/tests/support/web/screen'
import { act, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { deliver } from '../../../lib/events/deliver.ts'
import { breakdownEndpoint } from '../../../lib/shows/breakdown.ts'
import { HomePage } from '../home-page.tsx'

const missed = { count: 0, points: 0 }
const breakdown: Breakdown = {
  totalScore: 15,
  songInShow: missed,
  songInSet: missed,
  correctSong: missed,
  correctSpecial: { count: 1, points: 15 },
  encoreInSet: missed,
  details: [
    {
      songName: 'Opener 9',
      reason: 'correctSpecial',
      points: 15,
      predictedSet: 'set1',
      predictedPosition: 1,
    },
  ],
}
const actualSetlist = {
  set1: [{ position: 1, songName: 'Opener 9' }],
  set2: [],
  encore: [],
  further: [],
}
const prediction = predictionOf(9, { score: 15 })
const payload = {
  prediction,
  breakdown,
  actualSetlist,
  showDetails: { date: '2026-04-09', venue: 'The Payload Hall', location: 'Portland, ME' },
  standing: { rank: 2, players: 41, median: 19 },
  corrections: [],
}

function openPrediction(path: string, ...routes: FakeRoute[]) {
  onScreen({ width: 1440 })
  const requests = fakeApi(
    ...routes,
    loggedIn,
    fake(siteEndpoints.getSite, { ok: site }),
    fake(siteEndpoints.getConfig, {
      ok: { config: { testModeEnabled: true, siteOverlayEnabled: false, version: 0 } },
    }),
    fake(songEndpoints.listSongs, { ok: { songs: [] } }),
    upcomingShowsAre(),
    recentShowsAre(),
    fake(showEndpoints.getShow, { ok: playedShow(9, '2026-04-09') }),
    predictionsAre(prediction),
  )
  const pattern = path.endsWith('/score') ? '/prediction/:showId/score' : '/prediction/:showId'
  return { ...renderPage(<HomePage />, { at: path, pattern }), requests }
}

const ownCorrection = (at: string, rest: Partial<OwnCorrection> = {}): OwnCorrection => ({
  at,
  source: 'hand',
  before: 9,
  after: 15,
  songs: [
    {
      id: 1,
      name: 'Opener 9',
      before: [{ set: 'set1', position: 2, special: null }],
      after: [{ set: 'set1', position: 1, special: 'opens' }],
      countsAs: null,
      pointsBefore: 9,
      pointsAfter: 15,
    },
  ],
  ...rest,
})

const openScore = (...routes: FakeRoute[]) => openPrediction('/prediction/9/score', ...routes)
const panel = () => screen.findByRole('region', { name: 'Apr 9 · Hall 9 Scoring' })

describe('score view', () => {
  test('shows a score with its show under the heading of scoring mode', async () => {
    openScore(fake(breakdownEndpoint, { ok: payload }))
    expect(await screen.findByText('Thursday, April 9, 2026 · The Payload Hall · Portland, ME')).toBeDefined()
    expect((await panel()).textContent).not.toContain('TEST SCORE')
  })

  test('begins with the total, the rank and what each pick did', async () => {
    openScore(fake(breakdownEndpoint, { ok: payload }))
    const stage = within(await screen.findByRole('region', { name: 'score' }))
    expect(stage.getByTestId('total-score').textContent).toBe('15 points')
    expect(stage.getByText('of 41 · median 19').parentElement?.textContent).toBe('#2 of 41 · median 19')
    const [opener] = within(stage.getByRole('list', { name: 'Set 1' })).getAllByRole('listitem')
    expect(opener?.textContent).toBe('opener, closer or encore song, right on the spot')
    expect(screen.getByText('1 of 1 called')).toBeDefined()
  })

  test('lists the picks that scored before those that did not', async () => {
    const slots = emptyDraft<{ id: number; name: string }>()
    const hit = { ...breakdown.details[0], songName: 'Second', predictedPosition: 2 }
    const set1 = ['First', 'Second', 'Third'].map((name, index) => ({ id: index + 1, name }))
    openScore(
      fake(breakdownEndpoint, {
        ok: {
          ...payload,
          prediction: predictionOf(9, { score: 15, setlist: { ...slots, set1 } }),
          breakdown: {
            ...breakdown,
            details: [{ ...hit, reason: 'correctSong', points: 10, predictedSet: 'set1' }],
          },
        },
      }),
    )
    await screen.findByText('+10')
    const [names] = screen.getAllByRole('list').filter((list) => list.textContent?.startsWith('Second'))
    expect(names?.textContent).toBe('Second+10FirstThird')
  })

  test('names the sets without songs', async () => {
    openScore(
      fake(breakdownEndpoint, {
        ok: { ...payload, prediction: predictionOf(9, { score: 15, setlist: emptyDraft() }) },
      }),
    )
    expect(await screen.findAllByText('No songs selected')).toHaveLength(3)
    expect(screen.getAllByText('No songs played')).toHaveLength(2)
  })

  test('shows points before and after corrections by song, folded, the newest first', async () => {
    const { user } = openScore(
      fake(breakdownEndpoint, {
        ok: {
          ...payload,
          corrections: [
            ownCorrection('2026-04-12T12:00:00Z'),
            ownCorrection('2026-04-11T12:00:00Z', { source: 'songs', before: 12, after: 9 }),
          ],
        },
      }),
    )
    const corrections = within(await screen.findByRole('region', { name: 'Corrections' }))
    expect(corrections.queryByRole('table')).toBeNull()
    await user.click(corrections.getByText('corrections'))
    expect((await corrections.findByText('· by an admin')).textContent).toMatch(/^Apr 12, 2026, /)
    expect(corrections.getByText('9 15').textContent).toBe('9 →to 15 pts')
    expect(corrections.getByText('· songs that are one')).toBeDefined()
    const [newest] = corrections.getAllByRole('table')
    expect(newest && within(newest).getAllByRole('row').at(1)?.textContent).toBe(
      'Opener 9915Opener 9 moved to set 1, slot 1',
    )
  })

  test('shows a correction that arrives while the score is open', async () => {
    let corrections: OwnCorrection[] = []
    openScore(fake(breakdownEndpoint, () => ({ ok: { ...payload, corrections } })))
    await screen.findByTestId('total-score')
    expect(screen.queryByRole('region', { name: 'Corrections' })).toBeNull()
    corrections = [ownCorrection('2026-04-12T12:00:00Z')]
    act(() => deliver('score:changed', { showId: 9, predictionId: prediction.id, score: 15, version: 2 }))
    expect(await screen.findByRole('region', { name: 'Corrections' })).toBeDefined()
  })

  test("loads the show's notes once they are opened", async () => {
    const { user, requests } = openScore(
      fake(breakdownEndpoint, { ok: payload }),
      fake(showEndpoints.getSetlist, { ok: { setlistdata: 'Opener 9', setlistnotes: 'Rained out.' } }),
    )
    const notes = await screen.findByText('show notes')
    expect(requests).not.toContain('GET /api/setlists/9')
    await user.click(notes)
    expect(await screen.findByText('Rained out.')).toBeDefined()
  })

  test('shows a payload without show details', async () => {
    openScore(fake(breakdownEndpoint, { ok: { ...payload, showDetails: null } }))
    expect((await screen.findByTestId('total-score')).textContent).toContain('15')
    expect(screen.queryByText(/Payload Hall/)).toBeNull()
  })

  test.each([
    [{ actualSetlist: null }, 'Actual setlist data is missing.'],
    [{ breakdown: null }, 'Score breakdown data is missing.'],
    [{ actualSetlist: null, breakdown: null }, /^Scoring data not available\./],
  ])('names what a payload with %j lacks', async (missing, reason) => {
    openScore(fake(breakdownEndpoint, { ok: { ...payload, ...missing } }))
    expect(await screen.findByText(reason)).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Score: Not Available' })).toBeDefined()
  })

  test('distinguishes an unexpected failure from one that the server explains', async () => {
    const { unmount } = openScore()
    expect(
      await screen.findByText('An unexpected error occurred while scoring the prediction.'),
    ).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Error loading score data:' })).toBeDefined()
    unmount()
    openScore(fake(breakdownEndpoint, { error: 'internal', message: 'the scorer is asleep' }))
    expect(await screen.findByText('the scorer is asleep')).toBeDefined()
  })

  test('shows date and venue on a test score', async () => {
    const { user } = openPrediction(
      '/prediction/9',
      fake(breakdownEndpoints.testScore, { ok: { breakdown, score: 15, actualSetlist } }),
    )
    await user.click(await screen.findByRole('button', { name: 'Test Score' }))
    expect((await panel()).textContent).toContain('TEST SCORE')
    expect(screen.getByText('Thursday, April 9, 2026 · Hall 9 · Portland, ME, USA')).toBeDefined()
    await user.click(screen.getByText('show notes'))
    expect(await screen.findByText('This is a test score using a sample setlist.')).toBeDefined()
  })
})
