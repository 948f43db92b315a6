import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fake, fakeApi } from '../../testing/fake-api.ts'
import { ann } from '../../testing/home-factories.ts'
import { renderPage } from '../../testing/render-app.tsx'
import { SignUpBanner } from './sign-up-banner.tsx'

describe('sign-up banner', () => {
  test('invites a visitor to sign up or log in', async () => {
    fakeApi(fake(accountEndpoints.getCurrentUser, { error: 'not_logged_in' }))
    renderPage(<SignUpBanner />)
    expect((await screen.findByRole('link', { name: 'sign up' })).getAttribute('href')).toBe('/register')
    expect(screen.getByRole('link', { name: 'log in' }).getAttribute('href')).toBe('/login')
  })

  test('stays hidden from a user and while the session is unknown', async () => {
    fakeApi(fake(accountEndpoints.getCurrentUser, { ok: ann }))
    const { queryClient } = renderPage(<SignUpBanner />)
    expect(screen.queryByRole('link')).toBeNull()
    await waitFor(() => expect(queryClient.getQueryData(['current-user'])).toEqual(ann))
    expect(screen.queryByRole('link')).toBeNull()
  })
})
