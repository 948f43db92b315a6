import type { Page } from '@playwright/test'
import { fan, MADE_UP, respond, type Screen, showsRole, visitor } from './screen.ts'

/** Many sessions, and a change of the address that one side has confirmed. */
async function openFullAccess(page: Page): Promise<void> {
  const at = '2026-01-01T00:00:00Z'
  const sessions = Array.from({ length: 6 }, (_, index) => ({
    key: `session-${index}`,
    browser: index % 3 ? 'Samsung Internet for Android' : null,
    system: index % 2 ? 'PlayStation 4' : null,
    logged_in_at: at,
    used_at: at,
    is_current: index === 0,
  }))
  const change = {
    email: `${'an-unbroken-address-that-goes-on-'.repeat(3)}@an-address.example`,
    is_old_confirmed: true,
    is_new_confirmed: false,
    expires_at: at,
  }
  await respond(page, {
    '/api/users/current/sessions': { sessions },
    '/api/users/current/address': { change },
  })
  await page.goto('/profile/access')
  await page.getByText(change.email).waitFor()
}

export const accessScreens: readonly Screen[] = [
  fan('access', '/profile/access', showsRole('button', 'change the address')),
  fan('access-full', '/profile/access', openFullAccess, MADE_UP),
  visitor('change-address', '/change-address/an-unknown-token', showsRole('button', 'confirm')),
]
