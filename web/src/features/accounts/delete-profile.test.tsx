import { english } from '@called-it/languages/texts'
import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { ERRORS } from '@called-it/shared/contract/errors'
import { ann } from '@called-it/tests/support/web/factories'
import { fake, fakeApi, neverRespond } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { userStorage } from '../../lib/account/user-storage.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { DeleteProfile } from './delete-profile.tsx'

const { deleteProfile } = accountEndpoints

async function openDialog() {
  const page = renderPage(<DeleteProfile email={ann.email} />, { at: '/profile', pattern: '/profile' })
  page.queryClient.setQueryData(['current-user'], ann)
  page.queryClient.setQueryData(queryKeys.predictions(7), [])
  await page.user.click(screen.getByRole('button', { name: 'delete my profile' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your profile?' }))
  const password = dialog.getByLabelText('Current password')
  const confirm = async (typed: string) => {
    await page.user.type(password, typed)
    const button = dialog.getByRole('button', { name: 'Delete my profile' })
    fireEvent.click(button)
    fireEvent.click(button)
  }
  return { ...page, dialog, password, confirm }
}

describe('profile: deletion', () => {
  test('names what is deleted, what is kept, and that it cannot be undone', async () => {
    await openDialog()
    const words = screen.getByRole('dialog', { description: /go at once/ }).textContent
    for (const said of [
      'Your name, e-mail address and picture go at once',
      'picks of shows that are still open for picks',
      'Your scores stay on the boards, under “deleted fan”',
      'This cannot be undone.',
    ]) {
      expect(words).toContain(said)
    }
  })

  test('deletes the profile by its password, and clears the session and the drafts', async () => {
    const deletion = fake(deleteProfile, { ok: { message: 'gone' } })
    fakeApi(deletion)
    const { address, queryClient, password, confirm } = await openDialog()
    await waitFor(() => expect(document.activeElement).toBe(password))
    expect(password.getAttribute('autocomplete')).toBe('current-password')
    userStorage.setItem('draft', 'picks')
    await confirm('a long password')
    expect(await screen.findByText('Profile deleted')).toBeDefined()
    await expect.poll(address).toBe('/')
    expect(deletion.bodies).toEqual([{ password: 'a long password' }])
    expect(queryClient.getQueryData(['current-user'])).toBeNull()
    expect(queryClient.getQueryData(queryKeys.predictions(7))).toBeUndefined()
    expect(userStorage.getItem('draft')).toBeNull()
  })

  test('shows a wrong password at its field and keeps what was typed', async () => {
    fakeApi(fake(deleteProfile, { error: 'wrong_password' }))
    const { address, queryClient, dialog, password, confirm } = await openDialog()
    await confirm('not mine')
    const reason = await dialog.findByText(english(ERRORS.wrong_password.text))
    expect(password.getAttribute('aria-describedby')).toBe(reason.id)
    expect(password).toHaveProperty('value', 'not mine')
    expect(address()).toBe('/profile')
    expect(queryClient.getQueryData(['current-user'])).toEqual(ann)
  })

  test('does not close while the request is under way', async () => {
    fakeApi(neverRespond(deleteProfile))
    const { user, dialog, confirm } = await openDialog()
    await confirm('a long password')
    expect(await dialog.findByRole('button', { name: 'Deleting...' })).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog')).toBeDefined()
  })

  test('keeps the profile when the network is down', async () => {
    fakeApi()
    const { queryClient, dialog, confirm } = await openDialog()
    await confirm('a long password')
    expect(await screen.findByText('Failed to delete profile')).toBeDefined()
    expect(screen.getByText('An error occurred. Please try again.')).toBeDefined()
    expect(queryClient.getQueryData(['current-user'])).toEqual(ann)
    expect(dialog.getByRole('button', { name: 'Delete my profile' })).toBeDefined()
  })
})
