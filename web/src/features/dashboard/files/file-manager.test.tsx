import { fileEndpoints, type UploadedFile } from '@called-it/shared/contract/files'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { FileManager } from './file-manager.tsx'

const file: UploadedFile = {
  name: 'avatar-7.webp',
  type: 'image',
  size: 1_536,
  created: '2026-01-02T23:00:00Z',
  path: '/api/avatars/7/hash.webp',
}

function openFiles(files: UploadedFile[], ...routes: Parameters<typeof fakeApi>) {
  fakeApi(...routes, fake(fileEndpoints.listUploads, { ok: { files, total: files.length, next: null } }))
  return renderPage(<FileManager />)
}

describe('file manager', () => {
  test('shows that there are no files and disables the download', async () => {
    openFiles([])
    const manager = await screen.findByRole('region', { name: /file manager/ })
    expect(await within(manager).findByText('no uploaded files found')).toBeTruthy()
    expect(within(manager).getByText('0 files in uploads')).toBeTruthy()
    expect(
      within(manager).getByRole<HTMLButtonElement>('button', { name: 'download all files' }).disabled,
    ).toBe(true)
  })

  test('lists files with type, size, date and path', async () => {
    const { user } = openFiles([file])
    await user.click(await screen.findByText('the files'))
    const row = await screen.findByRole('row', { name: /avatar-7/ })
    const cells = textsOf(row, 'cell')
    expect(cells).toEqual(['image', '1.5 KB', 'January 2, 2026', '/api/avatars/7/hash.webp'])
  })

  test.each([
    ['the right has ended', { error: 'not_allowed' } as const, 'Unauthorized'],
    ['the server is unavailable', { error: 'unavailable' } as const, 'Download Failed'],
  ])('toasts when a download fails because %s', async (_, response, title) => {
    const { user } = openFiles([file], fake(fileEndpoints.downloadUploads, response))
    await screen.findByText('the files')
    await user.click(screen.getByRole('button', { name: 'download all files' }))
    expect(await screen.findByText(title)).toBeTruthy()
  })

  test('toasts when a download breaks off', async () => {
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click')
    const zip = Promise.withResolvers<Blob>()
    const { user } = openFiles([file])
    await screen.findByText('the files')
    const response = Object.assign(new Response(), { blob: () => zip.promise })
    vi.stubGlobal('fetch', async () => response)
    await user.click(screen.getByRole('button', { name: 'download all files' }))
    expect(await screen.findByText('Download Started')).toBeTruthy()
    zip.reject(new TypeError('network error'))
    expect(await screen.findByText('Download Failed')).toBeTruthy()
    expect(save).not.toHaveBeenCalled()
  })
})
