import { catalogueEndpoints } from '@called-it/shared/contract/catalogue'
import { runEndpoints } from '@called-it/shared/contract/runs'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { adminShow } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ShowList } from './show-list.tsx'

test("lists tonight's show first, with the one primary button", async () => {
  const today = new Date().toISOString().slice(0, 10)
  const shows = [
    adminShow(1, '2024-03-05', { is_open: false }),
    adminShow(2, today, { is_open: false }),
    adminShow(3, '2099-03-05'),
  ]
  fakeApi(
    fake(catalogueEndpoints.listShowsWithoutTour, { ok: { shows } }),
    fake(runEndpoints.listRuns, { ok: { runs: [], version: 1 } }),
    fake(siteEndpoints.getConfig, {
      ok: { config: { testModeEnabled: false, siteOverlayEnabled: false, version: 1 } },
    }),
  )
  renderPage(<ShowList tourId={null} />)
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map((row) => row.getAttribute('aria-label')?.slice(0, 6))).toEqual([
    'Hall 2',
    'Hall 3',
    'Hall 1',
  ])
  const [primary, ...others] = document.querySelectorAll('[data-primary]')
  expect(primary).toBe(within(rows[0] ?? document.body).getByRole('button', { name: 'Score Show' }))
  expect(others).toEqual([])
})
