import { type ApiKey, apiKeyEndpoints, MAX_API_KEYS } from '@called-it/shared/contract/api-keys'
import { failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
// Loaded before the test, so that it does not wait for it.
import '../../../ui/dialogs/index.ts'
import { ApiKeysPage } from './api-keys-page.tsx'

const { listApiKeys, createApiKey, revokeApiKey } = apiKeyEndpoints
const SECRET = 'calledit_a-long-secret'
const keyOf = (id: number): ApiKey => ({
  id,
  name: `Bot ${id}`,
  hint: 'cret',
  created_at: '2026-01-02T12:00:00Z',
  last_used_at: null,
})

function open(keys: ApiKey[]) {
  const making = fake(createApiKey, { ok: { key: SECRET, keys: [...keys, keyOf(9)] } })
  fakeApi(failOnce(listApiKeys, { ok: { keys } }), making, fake(revokeApiKey, { ok: { keys: [] } }))
  return { ...renderPage(<ApiKeysPage />), making }
}

test('makes one key by a double click, shows it once, and revokes it', async () => {
  const { user, making } = open([])
  await user.click(await screen.findByRole('button', { name: 'try again' }))
  expect(await screen.findByText('No keys yet.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'make a key' }))
  expect(await screen.findByText(/^Please enter a name/)).toBeTruthy()
  await user.type(screen.getByLabelText('Name'), 'Bot 9')
  const button = screen.getByRole('button', { name: 'make a key' })
  fireEvent.click(button)
  fireEvent.click(button)
  expect(await screen.findByText(SECRET)).toBeTruthy()
  expect(making.bodies).toEqual([{ name: 'Bot 9' }])
  await user.click(await screen.findByRole('button', { name: 'revoke Bot 9' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'revoke' }))
  await waitFor(() => expect(screen.getByText('No keys yet.')).toBeTruthy())
  expect(screen.queryByText(SECRET)).toBeNull()
  await waitFor(() => expect(document.activeElement?.tagName).toBe('SECTION'))
})

test('removes a key that another tab has revoked', async () => {
  let listed = [keyOf(1)]
  fakeApi(
    fake(listApiKeys, () => ({ ok: { keys: listed } })),
    fake(revokeApiKey, { error: 'key_not_found' }),
  )
  const { user } = renderPage(<ApiKeysPage />)
  await user.click(await screen.findByRole('button', { name: 'revoke Bot 1' }))
  listed = []
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'revoke' }))
  expect(await screen.findByText('No keys yet.')).toBeTruthy()
})

test('offers no further key to those who have as many as allowed', async () => {
  const { user } = open(Array.from({ length: MAX_API_KEYS }, (_, index) => keyOf(index + 1)))
  await user.click(await screen.findByRole('button', { name: 'try again' }))
  expect(await screen.findAllByRole('button', { name: /^revoke/ })).toHaveLength(MAX_API_KEYS)
  expect(screen.queryByRole('button', { name: 'make a key' })).toBeNull()
})
