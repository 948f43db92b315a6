import { setupEndpoints } from '@called-it/shared/contract/setup'
import { ann } from '@called-it/tests/support/web/factories'
import { type FakeRoute, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { SetupPage } from './setup-page.tsx'

const { findSetup, checkSetup, createFirstAdmin } = setupEndpoints
const open = fake(findSetup, { ok: { is_open: true } })
const right = fake(checkSetup, { ok: { has_backups: true, takes_passkeys: false } })

beforeEach(() => localStorage.clear())

async function enterCode(...routes: FakeRoute[]) {
  fakeApi(open, ...routes)
  const page = renderPage(<SetupPage />, { at: '/setup', pattern: '/setup' })
  await page.user.type(await screen.findByLabelText('setup code'), ' abcd-efgh {Enter}')
  return page
}

test('is an unknown page once there is an admin', async () => {
  fakeApi(fake(findSetup, { error: 'not_found' }))
  renderPage(<SetupPage />, { at: '/setup', pattern: '/setup' })
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
})

test('says at the field that the code is wrong', async () => {
  await enterCode(fake(checkSetup, { error: 'wrong_setup_code' }))
  const field = await screen.findByLabelText('setup code')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText(/^That is not the setup code/)).toBeTruthy()
})

test('makes the first admin, who goes on with the wizard', async () => {
  const creation = fake(createFirstAdmin, { ok: { ...ann, is_admin: true } })
  const { user, address } = await enterCode(right, creation)
  await user.click(await screen.findByRole('button', { name: 'start new' }))
  const name = await screen.findByLabelText('Display name')
  await waitFor(() => expect(document.activeElement).toBe(name))
  await user.keyboard('Olga Operator')
  await user.type(screen.getByLabelText('Email'), 'olga@band.example')
  await user.type(screen.getByLabelText('Password'), 'nine brown hares')
  expect(screen.queryByRole('button', { name: 'passkey' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'make the account' }))
  await waitFor(() => expect(address()).toBe('/admin/setup'))
  expect(creation.bodies).toEqual([
    { display_name: 'Olga Operator', email: 'olga@band.example', password: 'nine brown hares' },
  ])
})

test('says that another one was faster, and what the server refuses at its field', async () => {
  const issues = [{ path: 'password', message: 'too common' }]
  let answers = 0
  const creation = fake(createFirstAdmin, () =>
    answers++ === 0 ? { error: 'invalid', issues } : { error: 'not_found' },
  )
  const { user } = await enterCode(right, creation)
  await user.click(await screen.findByRole('button', { name: 'start new' }))
  await user.keyboard('Olga Operator{Tab}olga@band.example{Tab}nine brown hares{Enter}')
  expect(await screen.findByText('too common')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'make the account' }))
  expect(await screen.findByText('There is an admin by now. Log in instead.')).toBeTruthy()
})
