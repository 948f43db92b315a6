import { SHELL_HEADER } from '@called-it/shared/contract/rendered-page'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Outline } from './outline.ts'

/** A page in one of its states, with the demo data. */
export type Screen = {
  /** Also the name of its screenshot. */
  name: string
  as: 'visitor' | 'fan' | 'admin'
  path: string
  /** Resolves when the page has loaded. */
  settle: (page: Page) => Promise<void>
} & Details

type Details = {
  /** Its layout differs on a wide viewport. */
  hasWideLayout?: boolean
  /** Its responses are not the server's, so it shows something else after a reload. */
  isMadeUp?: boolean
  /** Brings it into the state; may shift the layout. */
  act?: (page: Page) => Promise<void>
  /** At 375 px. */
  outline?: Outline
  /** At 1440 px. */
  wideOutline?: Outline
}

const screenOf =
  (as: Screen['as']) =>
  (name: string, path: string, settle: Screen['settle'], details: Details = {}): Screen => ({
    ...{ name, as, path, settle },
    ...details,
  })

export const visitor = screenOf('visitor')
export const fan = screenOf('fan')
export const admin = screenOf('admin')

export const WIDE = { hasWideLayout: true } as const
export const MADE_UP = { isMadeUp: true } as const
export const WIDE_MADE_UP = { ...WIDE, ...MADE_UP } as const

export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
}

type Role = 'button' | 'heading' | 'link' | 'combobox' | 'table'

export const showsRole = (role: Role, name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name }).first().waitFor()
export const showsLabel = (label: string) => (page: Page) => page.getByLabel(label, { exact: true }).waitFor()
export const showsText = (text: string) => (page: Page) => page.getByText(text).waitFor()

/** Clicks the first button of this name, then waits for what it opens. */
export const opensBy =
  (name: string | RegExp, opened: (page: Page) => Locator = (page) => page.getByRole('dialog')) =>
  async (page: Page) => {
    await page.getByRole('button', { name }).first().click()
    await opened(page).first().waitFor()
  }

/** Responses by path, in place of the server's: screens change no data. */
export async function respond(page: Page, responses: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [path, json] of Object.entries(responses)) {
    await invent(page, `**${path}`, (route) => route.fulfill({ json }))
  }
}

/** A page that the server rendered would not ask. */
export async function invent(page: Page, ...route: Parameters<Page['route']>): Promise<void> {
  await page.setExtraHTTPHeaders({ [SHELL_HEADER]: '1' })
  await page.route(...route)
}

/** The demo's chances are made after its start. */
export async function waitForChances(page: Page, showId: number): Promise<void> {
  const chances = async () => (await (await page.request.get(`/api/shows/${showId}/chances`)).json()).chances
  await expect.poll(chances, { timeout: 60_000 }).not.toBeNull()
}

/** A page asks again when its socket has connected, so its invented responses answer until it is gone. */
export async function leave(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.setExtraHTTPHeaders({})
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}
