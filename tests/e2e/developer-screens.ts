import type { Page } from '@playwright/test'
import { admin, fan, MADE_UP, respond, type Screen } from './screen.ts'

const LONG = 'an-unbroken-name-that-goes-on-and-on-and-on-and-on-and-on-x'

async function openFullKeys(page: Page): Promise<void> {
  const at = '2026-01-01T00:00:00Z'
  const keys = Array.from({ length: 5 }, (_, index) => ({
    id: index + 1,
    name: index % 2 ? LONG : 'our bot',
    hint: 'a1B2',
    created_at: at,
    last_used_at: index % 2 ? at : null,
  }))
  await respond(page, { '/api/users/current/keys': { keys } })
  await page.goto('/profile/keys')
  await page.getByRole('button', { name: 'revoke our bot' }).first().waitFor()
}

async function openFullWebhooks(page: Page): Promise<void> {
  const at = '2026-01-01T00:00:00Z'
  const webhooks = Array.from({ length: 12 }, (_, index) => ({
    id: index + 1,
    name: `${index % 2 ? LONG : 'our channel'} ${index}`,
    host: `${LONG}.example`,
    format: 'discord',
    kinds: ['show-final'],
    has_spoilers: index % 2 === 0,
    created_at: at,
    failing_since: index % 3 ? at : null,
    disabled_at: index % 3 === 2 ? at : null,
    open: index % 3 ? 4_711 : 0,
    last_error: index % 3 ? 'status 500' : null,
  }))
  const deliveries = Array.from({ length: 50 }, (_, index) => ({
    id: 50 - index,
    kind: index % 2 ? 'show-final' : 'scores-corrected',
    created_at: at,
    attempts: index * 7,
    last_attempt_at: at,
    last_status: index % 2 ? 200 : null,
    last_error: index % 2 ? null : 'address-refused',
    delivered_at: index % 2 ? at : null,
  }))
  await respond(page, {
    '/api/admin/webhooks': { webhooks },
    '/api/admin/webhooks/*/deliveries': { deliveries, next: 1 },
  })
  await page.goto('/admin/webhooks')
  await page.getByText('deliveries to our channel').first().click()
  await page
    .getByRole('button', { name: /^send again/ })
    .last()
    .waitFor()
}

export const developerScreens: readonly Screen[] = [
  fan('keys-empty', '/profile/keys', (page) => page.getByText('No keys yet.').waitFor()),
  fan('keys-full', '/profile/keys', openFullKeys, MADE_UP),
  admin('admin-webhooks', '/admin/webhooks', (page) => page.getByText('No webhooks yet.').waitFor()),
  admin('admin-webhooks-full', '/admin/webhooks', openFullWebhooks, MADE_UP),
]
