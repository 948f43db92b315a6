import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { ERRORS } from '@called-it/shared/contract/errors'
import { AVATAR_LIMITS, FIELD_TEXTS } from '@called-it/shared/contract/fields'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { ann } from '@called-it/tests/support/web/home-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ProfilePage } from './profile-page.tsx'

const { updateProfile, uploadAvatar, logout, getCurrentUser } = accountEndpoints

function openProfile(user = ann, at = '/profile') {
  const page = renderPage(<ProfilePage />, { at, pattern: '/profile' })
  page.queryClient.setQueryData(['current-user'], user)
  return page
}

describe('head', () => {
  test('shows the name, initials without an image, and the link home', async () => {
    fakeApi(fake(getCurrentUser, { ok: ann }))
    openProfile()
    expect(await screen.findByRole('heading', { level: 1, name: 'Ann Alder' })).toBeDefined()
    expect(screen.getByText('ann@example.test')).toBeDefined()
    expect(screen.getByText('AA')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/')
    expect(document.title).toBe('profile · Called It')
  })

  test('reads Your Profile without a name', async () => {
    const nameless = { ...ann, display_name: '' }
    fakeApi(fake(getCurrentUser, { ok: nameless }))
    openProfile(nameless)
    expect(await screen.findByRole('heading', { level: 1, name: 'Your Profile' })).toBeDefined()
    expect(screen.getByText('U')).toBeDefined()
  })

  test('goes to the login after logging out', async () => {
    fakeApi(fake(getCurrentUser, { ok: ann }), fake(logout, { ok: { message: 'bye' } }))
    const { user, address, queryClient } = openProfile()
    await user.click(await screen.findByRole('button', { name: 'Log Out' }))
    expect(await screen.findByText('You have been logged out successfully.')).toBeDefined()
    await expect.poll(address).toBe('/login')
    expect(queryClient.getQueryData(['current-user'])).toBeNull()
  })
})

describe('display name', () => {
  async function rename(name: string, page = openProfile()) {
    const field = await screen.findByLabelText('Display Name')
    await page.user.clear(field)
    await page.user.type(field, name)
    await page.user.click(screen.getByRole('button', { name: 'Update Profile' }))
    return page
  }

  test('changes here and on the boards', async () => {
    const renamed = { ...ann, display_name: 'Annie Alder' }
    fakeApi(
      fake(getCurrentUser, { ok: ann }),
      fake(updateProfile, ({ body }) => {
        expect(body).toEqual({ display_name: 'Annie Alder' })
        return { ok: renamed }
      }),
    )
    const page = openProfile()
    const { queryClient } = page
    queryClient.setQueryData(['leaderboards', 0], 'rows')
    queryClient.setQueryData(['long-leaderboards', 0], 'rows')
    await rename(' Annie Alder ', page)
    expect(await screen.findByText('Profile updated')).toBeDefined()
    expect(screen.getByRole('heading', { level: 1, name: 'Annie Alder' })).toBeDefined()
    expect(screen.getByLabelText('Display Name')).toHaveProperty('value', 'Annie Alder')
    expect(queryClient.getQueryData(['current-user'])).toEqual(renamed)
    expect(queryClient.getQueryState(['leaderboards', 0])?.isInvalidated).toBe(true)
    expect(queryClient.getQueryState(['long-leaderboards', 0])?.isInvalidated).toBe(true)
  })

  test('sends nothing while the name is invalid', async () => {
    const requests = fakeApi(fake(getCurrentUser, { ok: ann }))
    await rename('A')
    expect(await screen.findByText(FIELD_TEXTS.displayNameLength)).toBeDefined()
    expect(requests.filter((request) => request.startsWith('PUT'))).toEqual([])
  })

  test('keeps what was typed when the network is down', async () => {
    fakeApi(fake(getCurrentUser, { ok: ann }))
    await rename('Annie Alder')
    expect(await screen.findByText('Failed to update profile')).toBeDefined()
    expect(screen.getByText('An error occurred. Please try again.')).toBeDefined()
    expect(screen.getByLabelText('Display Name')).toHaveProperty('value', 'Annie Alder')
  })

  test('shows the server’s issue at the field', async () => {
    fakeApi(
      fake(getCurrentUser, { ok: ann }),
      fake(updateProfile, { error: 'invalid', issues: [{ path: 'display_name', message: 'not that one' }] }),
    )
    await rename('Annie Alder')
    const reason = await screen.findByText('not that one')
    expect(screen.getByLabelText('Display Name').getAttribute('aria-describedby')).toBe(reason.id)
    expect(await screen.findByText(ERRORS.invalid.message)).toBeDefined()
  })

  test('refetches the user when a request is refused after a logout elsewhere', async () => {
    let isLoggedOut = false
    fakeApi(
      fake(getCurrentUser, () => (isLoggedOut ? { error: 'not_logged_in' } : { ok: ann })),
      fake(updateProfile, () => {
        isLoggedOut = true
        return { error: 'not_logged_in' }
      }),
    )
    const { queryClient } = await rename('Annie Alder')
    await waitFor(() => expect(queryClient.getQueryData(['current-user'])).toBeNull())
  })
})

describe('avatar', () => {
  const camera = () => screen.findByLabelText('Upload a picture')
  const photo = new File(['pixels'], 'me.png', { type: 'image/png' })

  test('uploads the image and shows it at once', async () => {
    const pictured = { ...ann, avatar_path: '/api/users/7/avatar?v=abc' }
    const sent: unknown[] = []
    fakeApi(
      fake(getCurrentUser, { ok: ann }),
      fake(uploadAvatar, ({ body }) => {
        sent.push(body)
        return { ok: pictured }
      }),
    )
    const { user, queryClient, container } = openProfile()
    await user.upload(await camera(), photo)
    expect(await screen.findByText('Avatar uploaded')).toBeDefined()
    expect(sent).toEqual([{ avatar: expect.objectContaining({ name: 'me.png', size: 6 }) }])
    expect(container.querySelector('img')?.getAttribute('src')).toBe(pictured.avatar_path)
    expect(queryClient.getQueryData(['current-user'])).toEqual(pictured)
  })

  test('accepts images only', async () => {
    const requests = fakeApi(fake(getCurrentUser, { ok: ann }))
    openProfile()
    const input = await camera()
    expect(input.getAttribute('accept')).toBe('image/*')
    fireEvent.change(input, { target: { files: [new File(['words'], 'me.txt', { type: 'text/plain' })] } })
    expect(await screen.findByText('Failed to upload avatar')).toBeDefined()
    expect(screen.getByText(ERRORS.not_a_picture.message)).toBeDefined()
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
  })

  test('does not send an image that is too large', async () => {
    const requests = fakeApi(fake(getCurrentUser, { ok: ann }))
    const { user } = openProfile()
    const large = new File([new Uint8Array(AVATAR_LIMITS.bytes + 1)], 'me.png', { type: 'image/png' })
    await user.upload(await camera(), large)
    expect(await screen.findByText(ERRORS.picture_too_large.message)).toBeDefined()
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
  })

  test('shows why the upload failed: the server’s message, or ours without one', async () => {
    fakeApi(fake(getCurrentUser, { ok: ann }), fake(uploadAvatar, { error: 'not_a_picture' }))
    const { user } = openProfile()
    await user.upload(await camera(), photo)
    expect(await screen.findByText(ERRORS.not_a_picture.message)).toBeDefined()
    fakeApi(fake(getCurrentUser, { ok: ann }))
    await user.upload(await camera(), photo)
    expect(await screen.findByText('An error occurred. Please try again.')).toBeDefined()
    expect(screen.getByText('Failed to upload avatar')).toBeDefined()
  })
})

test('keeps the tab in the address', async () => {
  fakeApi(fake(getCurrentUser, { ok: ann }))
  const { user, address } = openProfile()
  await user.click(await screen.findByRole('tab', { name: 'Security' }))
  expect(address()).toBe('/profile?tab=security')
  expect(screen.getByLabelText('New Password')).toBeDefined()
  await user.click(screen.getByRole('tab', { name: 'Profile Information' }))
  expect(address()).toBe('/profile')
  expect(screen.getByLabelText('Display Name')).toBeDefined()
})
