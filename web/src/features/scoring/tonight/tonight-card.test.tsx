import { catalogueEndpoints } from '@called-it/shared/contract/catalogue'
import { type LiveEditor, liveEditingEndpoints } from '@called-it/shared/contract/live-editing'
import { runEndpoints } from '@called-it/shared/contract/runs'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { adminShow, openShow } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { TonightCard } from './tonight-card.tsx'

const next = openShow(5, '2099-03-06', { venue: 'The Mill' })
const tonight = { ...openShow(4, '2099-03-05'), venue: 'The Barn', is_open: false, phase: 'live' as const }

const NOTHING = { found: true, excluded: false, exclusionReason: null, notes: null }
const read = {
  ...{ setlist: { ...NOTHING, set1: [], set2: [], encore: [], further: [] }, isAway: false },
  readAt: '2099-03-06T01:00:00Z',
}
const editor: LiveEditor = {
  ...{ revision: 1, openSet: 'set1', conflicts: [], source: null, version: 1 },
  performances: [
    { sequence: 1, set: 'set1', position: 1, song: { id: 9, name: 'Owl Hours' }, at: null, by: null },
  ],
}

function open({ isOn = true, source = null }: { isOn?: boolean; source?: LiveEditor['source'] } = {}) {
  const shown = isOn ? tonight : next
  fakeApi(
    fake(showEndpoints.listLiveShows, { ok: { shows: isOn ? [tonight] : [] } }),
    fake(showEndpoints.listUpcomingShows, { ok: { shows: [next] } }),
    fake(catalogueEndpoints.getAdminShow, {
      ok: { ...adminShow(shown.id, shown.showdate, { ...shown, predictions: 41 }) },
    }),
    fake(liveEditingEndpoints.getLiveEditor, { ok: { ...editor, source } }),
    fake(runEndpoints.listRuns, { ok: { runs: [], version: 1 } }),
    fake(siteEndpoints.getConfig, {
      ok: { config: { testModeEnabled: true, siteOverlayEnabled: false, version: 1 } },
    }),
  )
  return renderPage(<TonightCard />)
}

const editorLink = async () => screen.findByRole('link', { name: 'live editor' })

describe('card of tonight', () => {
  test("leads to the live editor of tonight's show, the one primary button", async () => {
    open()
    const card = await screen.findByRole('region', { name: 'tonight' })
    expect(within(card).getByRole('heading', { name: 'The Barn' })).toBeTruthy()
    expect(await within(card).findByText('set 1, song 1: Owl Hours')).toBeTruthy()
    expect(await within(card).findByText('41')).toBeTruthy()
    expect((await editorLink()).getAttribute('href')).toBe('/shows/4/live')
    expect(await screen.findByText('picks are closed')).toBeTruthy()
    expect(document.querySelectorAll('[data-primary]')).toHaveLength(1)
  })

  test('shows the next show with its lock while there is none tonight', async () => {
    open({ isOn: false })
    expect(await screen.findByRole('region', { name: 'next show' })).toBeTruthy()
    expect(await screen.findByText(/^picks close in [\d,]+ d/)).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'lock now' })).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Score Show' })).toBeTruthy()
    expect(document.querySelectorAll('[data-primary]')).toHaveLength(0)
  })

  test.each([
    ['source not read yet', null],
    ['the source agrees', { ...read, differs: false }],
    ['the source differs', { ...read, differs: true }],
    ['the source is away', { ...read, differs: false, isAway: true }],
  ])('says: %s', async (words, source) => {
    open({ source })
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'compare' }) !== null).toBe(words === 'the source differs')
  })
})
