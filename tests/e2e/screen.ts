import { expect, type Page } from '@playwright/test'

/** A page in one of its states, with the demo data. */
export type Screen = {
  /** Also the name of its screenshot. */
  name: string
  as: 'visitor' | 'fan' | 'admin'
  path: string
  /** Resolves when the page has loaded. */
  settle: (page: Page) => Promise<void>
  /** Its layout differs on a wide viewport. */
  hasWideLayout?: boolean
  /** Its responses are not the server's, so it shows something else after a reload. */
  isMadeUp?: boolean
  /** Brings it into the state; may shift the layout. */
  act?: (page: Page) => Promise<void>
}

export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
}
