import { english } from '@called-it/languages/texts'
import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { currentUserEndpoints } from '@called-it/shared/contract/current-user'
import { AVATAR_LIMITS } from '@called-it/shared/contract/entered-fields'
import { ERRORS } from '@called-it/shared/contract/errors'
import { ann, loggedIn } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ProfilePage } from './profile-page.tsx'

const { updateProfile, uploadAvatar } = accountEndpoints
const { getCurrentUser } = currentUserEndpoints

function openProfile(user = ann, at = '/profile') {
  const page = renderPage(<ProfilePage />, { at, pattern: '/profile' })
  page.queryClient.setQueryData(['current-user'], user)
  return page
}

describe('profile: head', () => {
  test('shows the name, initials without an image, and the link home', async () => {
    fakeApi(loggedIn)
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
})

describe('profile: display name', () => {
  async function rename(name: string, page = openProfile()) {
    const field = await screen.findByLabelText('Display Name')
    await page.user.clear(field)
    await page.user.type(field, name)
    await page.user.click(screen.getByRole('button', { name: 'Update Profile' }))
    return page
  }

  test('changes here and on the boards', async () => {
    const renamed = { ...ann, display_name: 'Annie Alder' }
    const update = fake(updateProfile, { ok: renamed })
    fakeApi(loggedIn, update)
    const page = openProfile()
    const { queryClient } = page
    queryClient.setQueryData(['leaderboards', 0], 'rows')
    queryClient.setQueryData(['long-leaderboards', 0], 'rows')
    await rename(' Annie Alder ', page)
    expect(await screen.findByText('Profile updated')).toBeDefined()
    expect(update.bodies).toEqual([{ display_name: 'Annie Alder' }])
    expect(screen.getByLabelText('Display Name')).toHaveProperty('value', 'Annie Alder')
    expect(queryClient.getQueryData(['current-user'])).toEqual(renamed)
    expect(queryClient.getQueryState(['leaderboards', 0])?.isInvalidated).toBe(true)
    expect(queryClient.getQueryState(['long-leaderboards', 0])?.isInvalidated).toBe(true)
  })

  test('keeps what was typed when the network is down', async () => {
    fakeApi(loggedIn)
    await rename('Annie Alder')
    expect(await screen.findByText('Failed to update profile')).toBeDefined()
    expect(screen.getByText('An error occurred. Please try again.')).toBeDefined()
    expect(screen.getByLabelText('Display Name')).toHaveProperty('value', 'Annie Alder')
  })

  test('shows the server’s issue at the field', async () => {
    fakeApi(
      loggedIn,
      fake(updateProfile, { error: 'invalid', issues: [{ path: 'display_name', message: 'not that one' }] }),
    )
    await rename('Annie Alder')
    const reason = await screen.findByText('not that one')
    expect(screen.getByLabelText('Display Name').getAttribute('aria-describedby')).toBe(reason.id)
    expect(await screen.findByText(english(ERRORS.invalid.text))).toBeDefined()
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

describe('profile: show my picks under my name', () => {
  const findSwitch = () => screen.findByRole('switch', { name: 'show my picks under my name' })

  test('saves at once, one change at a time', async () => {
    const saved = Promise.withResolvers<void>()
    const update = fake(updateProfile, async () => {
      await saved.promise
      return { ok: { ...ann, shows_picks: false } }
    })
    fakeApi(loggedIn, update)
    const { user, queryClient } = openProfile()
    const box = await findSwitch()
    expect(box).toHaveProperty('checked', true)
    expect(screen.getByText(/While this is off, yours have no name/)).toBeDefined()
    await user.click(box)
    await user.click(box)
    expect(box).toHaveProperty('checked', false)
    saved.resolve()
    expect(await screen.findByText('Profile updated')).toBeDefined()
    expect(update.bodies).toEqual([{ shows_picks: false }])
    expect(box).toHaveProperty('checked', false)
    expect(queryClient.getQueryData(['current-user'])).toMatchObject({ shows_picks: false })
  })

  test('stays as it was and says so when the change fails', async () => {
    fakeApi(loggedIn, fake(updateProfile, { error: 'too_many_requests' }))
    const { user } = openProfile()
    const box = await findSwitch()
    await user.click(box)
    expect(await screen.findByText('Failed to update profile')).toBeDefined()
    expect(screen.getByText('Too many tries. Please wait a moment.')).toBeDefined()
    expect(box).toHaveProperty('checked', true)
  })
})

describe('profile: avatar', () => {
  const camera = () => screen.findByLabelText('Upload a picture')
  const photo = new File(['pixels'], 'me.png', { type: 'image/png' })

  test.each([
    ['no image', 'words', 'text/plain', english(ERRORS.not_a_picture.text)],
    [
      'too large',
      new Uint8Array(AVATAR_LIMITS.bytes + 1),
      'image/png',
      english(ERRORS.picture_too_large.text),
    ],
  ])('does not send a file that is %s', async (_, content, type, message) => {
    const requests = fakeApi(loggedIn)
    openProfile()
    const input = await camera()
    expect(input.getAttribute('accept')).toBe('image/*')
    fireEvent.change(input, { target: { files: [new File([content], 'me.png', { type })] } })
    expect(await screen.findByText(message)).toBeDefined()
    expect(screen.getByText('An error occurred. Please try again.')).toBeDefined()
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
  })

  test('says that the upload failed, and the server’s reason on a second line', async () => {
    fakeApi(loggedIn, fake(uploadAvatar, { error: 'not_a_picture' }))
    const { user } = openProfile()
    await user.upload(await camera(), photo)
    expect(await screen.findByText(english(ERRORS.not_a_picture.text))).toBeDefined()
    expect(screen.getByText('An error occurred. Please try again.')).toBeDefined()
    expect(screen.getByText('Failed to upload avatar')).toBeDefined()
  })
})

describe('profile', () => {
  test('keeps the tab in the address', async () => {
    fakeApi(loggedIn)
    const { user, address } = openProfile()
    await user.click(await screen.findByRole('tab', { name: 'Security' }))
    expect(address()).toBe('/profile?tab=security')
    expect(screen.getByLabelText('New Password')).toBeDefined()
    await user.click(screen.getByRole('tab', { name: 'Profile Information' }))
    expect(address()).toBe('/profile')
    expect(screen.getByLabelText('Display Name')).toBeDefined()
  })
})
