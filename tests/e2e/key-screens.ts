import type { Page } from '@playwright/test'
import type { Screen } from './screen.ts'

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
  await page.route('**/api/users/current/keys', (route) => route.fulfill({ json: { keys } }))
  await page.goto('/profile/keys')
  await page.getByRole('button', { name: 'revoke our bot' }).first().waitFor()
  await page.unrouteAll()
}

const keys = { as: 'fan', path: '/profile/keys' } as const

export const keyScreens: readonly Screen[] = [
  { ...keys, name: 'keys-empty', settle: (page) => page.getByText('No keys yet.').waitFor() },
  { ...keys, name: 'keys-full', settle: openFullKeys, isMadeUp: true },
]
