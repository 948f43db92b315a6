import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { ann } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { userStorage } from '../../lib/account/user-storage.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { DeleteProfile } from './delete-profile.tsx'

const { deleteProfile } = accountEndpoints

async function openDialog() {
  const page = renderPage(<DeleteProfile />, { at: '/profile', pattern: '/profile' })
  page.queryClient.setQueryData(['current-user'], ann)
  page.queryClient.setQueryData(queryKeys.predictions(7), [])
  await page.user.click(screen.getByRole('button', { name: 'delete my profile' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete your profile?' }))
  const confirm = () => {
    const button = dialog.getByRole('button', { name: 'Delete my profile' })
    fireEvent.click(button)
    fireEvent.click(button)
  }
  return { ...page, dialog, confirm }
}

describe('profile: deletion', () => {
  test('names what is deleted, what is kept, and that it cannot be undone', async () => {
    await openDialog()
    const words = screen.getByRole('alertdialog', { description: /go at once/ }).textContent
    for (const said of [
      'Your name, e-mail address and picture go at once',
      'picks of shows that are still open for picks',
      'Your scores stay on the boards, under “deleted fan”',
      'This cannot be undone.',
    ]) {
      expect(words).toContain(said)
    }
  })

  test('deletes the profile, and clears the session and the drafts', async () => {
    const deletion = fake(deleteProfile, { ok: { message: 'gone' } })
    fakeApi(deletion)
    const { address, queryClient, confirm } = await openDialog()
    userStorage.setItem('draft', 'picks')
    confirm()
    expect(await screen.findByText('Profile deleted')).toBeDefined()
    await expect.poll(address).toBe('/')
    expect(deletion.bodies).toEqual([{}])
    expect(queryClient.getQueryData(['current-user'])).toBeNull()
    expect(queryClient.getQueryData(queryKeys.predictions(7))).toBeUndefined()
    expect(userStorage.getItem('draft')).toBeNull()
  })

  test('keeps the profile when the network is down', async () => {
    fakeApi()
    const { queryClient, confirm } = await openDialog()
    confirm()
    expect(await screen.findByText('Failed to delete profile')).toBeDefined()
    expect(screen.getByText('An error occurred. Please try again.')).toBeDefined()
    expect(queryClient.getQueryData(['current-user'])).toEqual(ann)
    expect(screen.getByRole('button', { name: 'delete my profile' })).toBeDefined()
  })
})
