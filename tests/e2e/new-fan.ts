import { expect, type Page } from '@playwright/test'
import { linkMailedTo } from './mailbox.ts'
import { newPerson, type Person } from './people.ts'

/**
 * Registers a new fan and logs them in to the page's browser. By calls alone, for journeys that begin after
 * it: the forms are another journey's.
 */
export async function becomeNewFan(page: Page, name: string): Promise<Person> {
  const person = newPerson(name)
  const { email, password } = person
  await succeed(page, '/api/auth/register', { email, display_name: name, password })
  const { pathname } = new URL(await linkMailedTo(email, /^\/verify-email\//))
  // A mail leaves a moment before its token is stored, and nobody reads as quickly as a program.
  await expect(async () => {
    await expect(await page.request.get(`/api/auth${pathname}`)).toBeOK()
  }).toPass()
  await logInByCall(page, { email, password })
  return person
}

/** Logs the page's browser in without its login page. */
export async function logInByCall(page: Page, account: { email: string; password: string }): Promise<void> {
  await succeed(page, '/api/auth/login', account)
}

async function succeed(page: Page, path: string, data: object): Promise<void> {
  await expect(await page.request.post(path, { data })).toBeOK()
}
