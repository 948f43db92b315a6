import { fakeApi } from '@called-it/tests/support/web/fake-api'
import { ann, loggedIn, visitor } from '@called-it/tests/support/web/home-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { SignUpBanner } from './sign-up-banner.tsx'

describe('sign-up banner', () => {
  test('invites a visitor to sign up or log in', async () => {
    fakeApi(visitor)
    renderPage(<SignUpBanner />)
    expect((await screen.findByRole('link', { name: 'sign up' })).getAttribute('href')).toBe('/register')
    expect(screen.getByRole('link', { name: 'log in' }).getAttribute('href')).toBe('/login')
  })

  test('stays hidden from a user and while the session is unknown', async () => {
    fakeApi(loggedIn)
    const { queryClient } = renderPage(<SignUpBanner />)
    expect(screen.queryByRole('link')).toBeNull()
    await waitFor(() => expect(queryClient.getQueryData(['current-user'])).toEqual(ann))
    expect(screen.queryByRole('link')).toBeNull()
  })
})
