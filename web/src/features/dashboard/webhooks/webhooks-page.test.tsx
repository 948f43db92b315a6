import { type Webhook, webhookEndpoints } from '@called-it/shared/contract/webhooks'
import { failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
// Loaded before the tests, so that none waits for it.
import '../../../ui/dialogs/index.ts'
import { WebhooksPage } from './webhooks-page.tsx'

const { listWebhooks, createWebhook, changeWebhook, deleteWebhook, renewWebhookSecret } = webhookEndpoints
const { listDeliveries, sendDeliveryAgain } = webhookEndpoints
const AT = '2026-01-02T12:00:00Z'
const CHOICES = {
  name: 'Channel',
  format: 'discord' as const,
  kinds: ['show-final' as const],
  has_spoilers: false,
}
const webhook: Webhook = {
  id: 4,
  ...CHOICES,
  host: 'hooks.example',
  created_at: AT,
  failing_since: null,
  disabled_at: null,
  open: 0,
  last_error: null,
}
const delivery = {
  id: 9,
  kind: 'show-final' as const,
  created_at: AT,
  attempts: 3,
  last_attempt_at: AT,
  last_status: 500,
  last_error: 'status 500',
  delivered_at: null,
}

const page = (
  <main>
    <WebhooksPage />
  </main>
)

function open(webhooks: Webhook[]) {
  const changes: unknown[] = []
  const made = fake(createWebhook, {
    ok: { id: 5, secret: 'whsec_new', webhooks: [{ ...webhook, id: 5 }] },
  })
  fakeApi(
    failOnce(listWebhooks, { ok: { webhooks } }),
    made,
    fake(changeWebhook, ({ body }) => {
      changes.push(body)
      return { ok: { webhooks } }
    }),
    fake(deleteWebhook, { ok: { webhooks: [] } }),
    fake(renewWebhookSecret, { ok: { secret: 'whsec_renewed' } }),
    fake(listDeliveries, { ok: { deliveries: [delivery], next: null } }),
    fake(sendDeliveryAgain, { ok: { delivery } }),
  )
  return { ...renderPage(page), changes, made }
}

test('makes a webhook and shows its secret once', async () => {
  const { user } = open([])
  await user.click(await screen.findByRole('button', { name: 'try again' }))
  expect(await screen.findByText('No webhooks yet.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'make a webhook' }))
  expect(await screen.findByText('Please choose what is sent')).toBeTruthy()
  await user.type(screen.getByLabelText('Name'), 'Channel')
  await user.type(screen.getByLabelText('Address'), 'https://hooks.example/in')
  await user.click(screen.getByLabelText('a show is final'))
  await user.click(screen.getByRole('button', { name: 'make a webhook' }))
  expect(await screen.findByText('whsec_new')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'delete Channel' })).toBeTruthy()
})

test('makes one webhook by a double click, and says what is wrong with an address', async () => {
  const { user, made } = open([])
  await user.click(await screen.findByRole('button', { name: 'try again' }))
  await user.type(await screen.findByLabelText('Name'), 'Channel')
  await user.type(screen.getByLabelText('Address'), 'http://hooks.example/in')
  await user.click(screen.getByLabelText('a show is final'))
  await user.click(screen.getByRole('button', { name: 'make a webhook' }))
  expect(await screen.findByText('Please enter an address that begins with https://')).toBeTruthy()
  await user.clear(screen.getByLabelText('Address'))
  await user.type(screen.getByLabelText('Address'), 'https://hooks.example/in')
  const button = screen.getByRole('button', { name: 'make a webhook' })
  fireEvent.click(button)
  fireEvent.click(button)
  expect(await screen.findByText('whsec_new')).toBeTruthy()
  expect(made.bodies).toHaveLength(1)
})

test('removes a webhook that another tab has deleted', async () => {
  let listed = [webhook]
  fakeApi(
    fake(listWebhooks, () => ({ ok: { webhooks: listed } })),
    fake(renewWebhookSecret, { error: 'webhook_not_found' }),
  )
  const { user } = renderPage(<WebhooksPage />)
  const renew = await screen.findByRole('button', { name: 'renew the secret of Channel' })
  listed = []
  await user.click(renew)
  expect(await screen.findByText('The secret was not renewed')).toBeTruthy()
  expect(await screen.findByText('No webhooks yet.')).toBeTruthy()
})

test('says why a webhook is disabled, and enables it with its address', async () => {
  const disabled = { ...webhook, failing_since: AT, disabled_at: AT, last_error: 'status 404', open: 2 }
  const { user, changes } = open([disabled])
  await user.click(await screen.findByRole('button', { name: 'try again' }))
  expect(await screen.findByText(/^Disabled since/)).toBeTruthy()
  expect(screen.getByText(/status 404 · 2 waiting/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'enable Channel' }))
  await waitFor(() => expect(changes).toEqual([{ ...CHOICES, is_enabled: true }]))
})

test('lists deliveries, sends one again, renews the secret and deletes', async () => {
  const { user } = open([webhook])
  await user.click(await screen.findByRole('button', { name: 'try again' }))
  await user.click(await screen.findByText('deliveries to Channel'))
  expect(await screen.findByText(/failed: status 500 · attempts: 3/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^send again: a show is final/ }))
  expect(await screen.findByText('It is sent again')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'renew the secret of Channel' }))
  expect(await screen.findByText('whsec_renewed')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'delete Channel' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'delete' }))
  expect(await screen.findByText('No webhooks yet.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.tagName).toBe('MAIN'))
})
