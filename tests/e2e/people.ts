import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { LANGUAGE_COOKIE } from '@called-it/shared/contract/served-page'
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { linkMailedTo } from './mailbox.ts'

/** Accounts of the demo data. */
export const DEMO_FAN = { email: 'fan@demo.example', password: 'called-it-demo' }
export const DEMO_ADMIN = { email: 'admin@demo.example', password: 'called-it-demo' }

type Account = { email: string; password: string }
export type Person = Account & { name: string }

let people = 0

/** A person who is not registered yet, with a new address for each call and run. */
export function newPerson(name: string): Person {
  people += 1
  return { name, email: `fan-${Date.now()}-${people}@journey.example`, password: 'a-long-enough-password' }
}

/** Opens a page in a browser context with its own cookies and storage. */
export async function openBrowser(
  browser: Browser,
  watch: (page: Page) => void,
  options?: BrowserContextOptions,
): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage()
  watch(page)
  return page
}

export async function signUp(page: Page, { email, name, password }: Person): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Display name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'sign up' }).click()
  await expect(page).toHaveURL(/\/registration-success\?email=/)
  await expect(page.getByText(email)).toBeVisible()
}

/** Signs up and opens the link from the mail, which logs in the browser that signed up. */
export async function register(page: Page, person: Person): Promise<void> {
  await signUp(page, person)
  await page.goto(await linkMailedTo(person.email, /^\/verify-email\//))
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByRole('button', { name: `account of ${person.name}` })).toBeVisible()
}

export async function submitLogin(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'log in' }).click()
}

export async function logIn(page: Page, account: Account): Promise<void> {
  if (!page.url().includes('/login')) await page.goto('/login')
  await submitLogin(page, account)
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

/** Registers a new fan and logs in, with requests in place of the forms. */
export async function becomeNewFan(page: Page, name: string): Promise<Person> {
  const person = newPerson(name)
  const { email, password } = person
  const data = { email, display_name: name, password }
  await expect(await page.request.post('/api/auth/register', { data })).toBeOK()
  const { pathname } = new URL(await linkMailedTo(email, /^\/verify-email\//))
  // The mail arrives a moment before its token is committed.
  await expect(async () => {
    await expect(await page.request.get(`/api/auth${pathname}`)).toBeOK()
  }).toPass()
  await logInByRequest(page, person)
  return person
}

/** Logs in without the login page. */
export async function logInByRequest(page: Page, { email, password }: Account): Promise<void> {
  await expect(await page.request.post('/api/auth/login', { data: { email, password } })).toBeOK()
}

/** For the browser, and for the account where somebody is logged in. */
export async function chooseLanguage(page: Page, language: string, url: string): Promise<void> {
  await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url }])
  const me = await page.request.get('/api/auth/me')
  if (me.ok()) await expect(await page.request.put('/api/auth/me/language', { data: { language } })).toBeOK()
}

/** Grants or revokes the admin's rights on the command line. */
export async function changeRights(change: 'grant' | 'revoke', email: string): Promise<void> {
  const cwd = resolve(import.meta.dirname, '../..')
  const env = { ...process.env, DATA_DIR: process.env.JOURNEY_DATA_DIR }
  await promisify(execFile)(process.execPath, ['infra/launch/cli.mjs', 'admin', change, email], { cwd, env })
}
