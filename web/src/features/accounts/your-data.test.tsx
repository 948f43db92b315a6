import { currentUserEndpoints } from '@called-it/shared/contract/current-user'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import * as files from '../../lib/browser/save-blob.ts'
import { YourData } from './your-data.tsx'

const openData = async () => {
  const { user } = renderPage(<YourData />)
  await user.click(screen.getByRole('button', { name: 'download everything' }))
}

describe('own data', () => {
  test('is saved under the name that the server gives', async () => {
    const saved = vi.spyOn(files, 'saveBlob').mockImplementation(() => undefined)
    const headers = { 'content-disposition': 'attachment; filename="called-it-7-2026-01-02.zip"' }
    vi.stubGlobal('fetch', async () => new Response('a zip', { headers }))
    await openData()
    await waitFor(() => expect(saved).toHaveBeenCalledWith(expect.any(Blob), 'called-it-7-2026-01-02.zip'))
  })

  test('says that it did not arrive', async () => {
    fakeApi(fake(currentUserEndpoints.exportOwnData, { error: 'unavailable' }))
    await openData()
    expect(await screen.findByText('Download Failed')).toBeTruthy()
  })
})
