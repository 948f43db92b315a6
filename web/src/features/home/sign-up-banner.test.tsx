import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { ann } from '@called-it/tests/support/web/home-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SignUpBanner } from './sign-up-banner.tsx'

test('invites a visitor to sign up or log in', async () => {
  fakeApi(fake(accountEndpoints.getCurrentUser, { error: 'not_logged_in' }))
  renderPage(<SignUpBanner />)
  expect((await screen.findByRole('link', { name: 'sign up' })).getAttribute('href')).toBe('/register')
  expect(screen.getByRole('link', { name: 'log in' }).getAttribute('href')).toBe('/login')
})

test('is not there for a fan, nor before it is known who is there', async () => {
  fakeApi(fake(accountEndpoints.getCurrentUser, { ok: ann }))
  const { queryClient } = renderPage(<SignUpBanner />)
  expect(screen.queryByRole('link')).toBeNull()
  await waitFor(() => expect(queryClient.getQueryData(['current-user'])).toEqual(ann))
  expect(screen.queryByRole('link')).toBeNull()
})
