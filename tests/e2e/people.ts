import { type Browser, expect, type Page } from '@playwright/test'
import { linkMailedTo } from './mailbox.ts'

/** What the demo's accounts are logged in with. */
export const DEMO_FAN = { email: 'fan@demo.example', password: 'called-it-demo' }
export const DEMO_ADMIN = { email: 'admin@demo.example', password: 'called-it-demo' }

export type Person = { name: string; email: string; password: string }

let people = 0

/** Somebody who is not registered yet, different at every call and in every run. */
export function newPerson(name: string): Person {
  people += 1
  return { name, email: `fan-${Date.now()}-${people}@journey.example`, password: 'a-long-enough-password' }
}

/** A browser of one's own: no cookie and no storage is shared with any other. */
export async function openBrowser(browser: Browser, watch: (page: Page) => void): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  watch(page)
  return page
}

/** Registers, opens the link from the mail, and waits until the page has brought the fan to the login. */
export async function register(page: Page, person: Person): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Display name').fill(person.name)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await page.getByRole('button', { name: 'sign up' }).click()
  await expect(page).toHaveURL(/\/registration-success\?email=/)
  await expect(page.getByText(person.email)).toBeVisible()

  await page.goto(await linkMailedTo(person.email, /^\/verify-email\//))
  await page.waitForURL('**/login?verified=true')
  await expect(page.getByText('Your email has been verified. You can log in now.')).toBeVisible()
}

export async function logIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  if (!page.url().includes('/login')) await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'log in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}
