import { catalogueEndpoints } from '@called-it/shared/contract/catalogue'
import { runEndpoints } from '@called-it/shared/contract/runs'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { runOf, site } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { deliver } from '../../lib/events/deliver.ts'
import { SystemPage } from './system-page.tsx'

const updated = { message: '12 songs were read.', songs: 12, tours: 0, shows: 0 }

const endedImport = runOf({
  id: 9,
  kind: 'import-catalogue',
  subject: 'catalogue',
  showId: null,
  result: updated,
})

function open(...routes: Parameters<typeof fakeApi>) {
  fakeApi(
    ...routes,
    fake(siteEndpoints.getSite, { ok: site }),
    fake(runEndpoints.listRuns, { ok: { runs: [], version: 1 } }),
  )
  return renderPage(<SystemPage operations={<p>the jobs</p>} />)
}

describe('system page', () => {
  test('has the jobs, and links to the webhooks', async () => {
    open()
    expect(await screen.findByText('the jobs')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'webhooks' }).getAttribute('href')).toBe('/admin/webhooks')
    expect(screen.getByRole('button', { name: 'reset scores' })).toBeTruthy()
  })

  test('imports the catalogue and toasts the end of a long run', async () => {
    const { user, queryClient } = open(
      fake(catalogueEndpoints.importCatalogue, { accepted: { runId: 9, status: 'queued' } }),
    )
    await user.click(await screen.findByRole('button', { name: 'import the catalogue' }))
    expect(await screen.findByRole('button', { name: 'importing...' })).toBeTruthy()
    await waitFor(() => expect(queryClient.getQueryData(queryKeys.runs)).toBeDefined())
    act(() => deliver('run:changed', { topic: 'runs', from: 1, to: 2, runs: [endedImport] }))
    expect(await screen.findByText('Import Successful')).toBeTruthy()
  })
})
