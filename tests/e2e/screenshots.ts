import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'

/** The height of the screen for each width. */
export const HEIGHTS = { 375: 812, 768: 1024, 1440: 900 } as const
export type Width = keyof typeof HEIGHTS
export type Theme = 'dark' | 'light'

/** The folder that they are written to; without it there are none. */
export const screenshots = process.env.SCREENSHOTS

export async function screenshot(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  if (screenshots) await page.screenshot({ path: join(resolve(screenshots), `${name}.png`), fullPage })
}
