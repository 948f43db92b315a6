import type { Page } from '@playwright/test'
import type { Screen } from './screen.ts'

const LONG = 'an-unbroken-name-that-goes-on-and-on-and-on-and-on-and-on-x'

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
  await page.route('**/api/admin/webhooks', (route) => route.fulfill({ json: { webhooks } }))
  await page.route('**/api/admin/webhooks/*/deliveries', (route) =>
    route.fulfill({ json: { deliveries, next: 1 } }),
  )
  await page.goto('/admin/webhooks')
  await page.getByText('deliveries to our channel').first().click()
  await page
    .getByRole('button', { name: /^send again/ })
    .last()
    .waitFor()
  await page.unrouteAll()
}

const webhooks = { as: 'admin', path: '/admin/webhooks' } as const

export const webhookScreens: readonly Screen[] = [
  { ...webhooks, name: 'admin-webhooks', settle: (page) => page.getByText('No webhooks yet.').waitFor() },
  { ...webhooks, name: 'admin-webhooks-full', settle: openFullWebhooks, isMadeUp: true },
]
