import { ann, loggedIn } from '@called-it/tests/support/web/factories'
import { fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { SignUpBanner } from './sign-up-banner.tsx'

describe('home: sign-up banner', () => {
  test('stays hidden from a user and while the session is unknown', async () => {
    fakeApi(loggedIn)
    const { queryClient } = renderPage(<SignUpBanner />)
    expect(screen.queryByRole('link')).toBeNull()
    await waitFor(() => expect(queryClient.getQueryData(['current-user'])).toEqual(ann))
    expect(screen.queryByRole('link')).toBeNull()
  })
})
