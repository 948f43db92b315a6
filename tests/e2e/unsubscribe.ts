import type { Page } from '@playwright/test'

export const UNSUBSCRIBE_PATH = `/unsubscribe/${'a'.repeat(22)}/final-score`

/** Responses for a token that no mail has. */
export async function fakeUnsubscription(page: Page): Promise<void> {
  const title = 'your final score'
  await page.route('**/api/unsubscribe/**', (route) =>
    route.fulfill({ json: { title, is_on: route.request().method() === 'GET' } }),
  )
}
