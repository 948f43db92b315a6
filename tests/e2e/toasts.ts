import { expect, type Page } from '@playwright/test'

/** Only in the visible list: the copy for screen readers disappears soon. */
export async function expectToast(page: Page, ...texts: readonly string[]): Promise<void> {
  const toast = page.getByRole('region', { name: /^messages/ }).getByRole('listitem')
  for (const text of texts) await expect(toast.getByText(text, { exact: true })).toBeVisible()
}
