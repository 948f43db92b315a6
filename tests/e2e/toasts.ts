import { expect, type Page } from '@playwright/test'

/** What a toast says. A screen reader's copy of it comes first and goes soon. */
export async function expectToast(page: Page, ...texts: readonly string[]): Promise<void> {
  const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
  for (const text of texts) await expect(toast.getByText(text, { exact: true })).toBeVisible()
}
