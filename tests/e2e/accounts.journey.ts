import type { Page } from '@playwright/test'
import { makeImage } from '../support/test-images.ts'
import { expect, test } from './console-watch.ts'
import { linkMailedTo } from './mailbox.ts'
import { becomeNewFan, logIn, newPerson, openBrowser, register, signUp, submitLogin } from './people.ts'
import { expectToast } from './toasts.ts'

const NEW_PASSWORD = 'another-long-enough-password'
const VERIFY = /^\/verify-email\//

test.use({ viewport: { width: 375, height: 812 } })

/** What password managers read of the form's fields. */
async function autofill(page: Page): Promise<string[]> {
  const fields = page.getByRole('main').locator('form input')
  await fields.first().waitFor()
  return fields.evaluateAll((all) =>
    all.map((field) => `${field.getAttribute('type')} ${field.getAttribute('autocomplete')}`),
  )
}

async function resetPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(password)
  await page.getByRole('button', { name: 'reset password' }).click()
}

test('verifies an address once, and refuses used and replaced links', async ({ page }) => {
  const person = newPerson('Vera Verify')
  await page.goto('/register')
  const fields = ['email username', 'text nickname', 'text new-password', 'text new-password']
  expect(await autofill(page)).toEqual(fields)
  await register(page, person)
  await page.goto(await linkMailedTo(person.email, VERIFY))
  await expect(page.getByRole('alert')).toContainText('This verification link has already been used.')
  await expect(page.getByRole('link', { name: 'Go to Login' })).toBeVisible()

  await page.context().clearCookies()
  const late = newPerson('Lara Late')
  await signUp(page, late)
  const replaced = await linkMailedTo(late.email, VERIFY)
  await page.goto('/login')
  expect(await autofill(page)).toEqual(['email username webauthn', 'password current-password'])
  await submitLogin(page, late)
  await page.getByRole('link', { name: 'send a new link' }).click()
  await expect(page.getByRole('heading', { name: 'resend verification' })).toBeVisible()
  await page.getByLabel('Email').fill(late.email)
  await page.getByRole('button', { name: 'resend the verification email' }).click()
  await expect(page.getByText('a new link is on its way')).toBeVisible()
  await expect.poll(() => linkMailedTo(late.email, VERIFY)).not.toBe(replaced)
  await page.goto(replaced)
  await expect(page.getByRole('alert')).toContainText('This verification link has expired.')
  await page.goto(await linkMailedTo(late.email, VERIFY))
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByRole('button', { name: 'account of Lara Late' })).toBeVisible()
})

test('replaces a forgotten password by a mailed link that works once', async ({
  page,
  browser,
  watchConsole,
}) => {
  const person = await becomeNewFan(page, 'Fern Forget')
  const elsewhere = await openBrowser(browser, watchConsole)
  // What it reads later would be refused once the session has ended.
  const hasRead = [/\/notifications\/unread$/, /\/predictions$/].map((path) =>
    elsewhere.waitForResponse(path),
  )
  await logIn(elsewhere, person)
  await Promise.all(hasRead)

  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // The login page, which stays until the next page is loaded, has such a field too.
  await expect(page.getByRole('heading', { name: 'forgot password' })).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'send the reset link' }).click()
  await expectToast(page, 'Reset email sent')
  await expect(page.getByText('Email sent', { exact: true })).toBeVisible()

  const link = await linkMailedTo(person.email, /^\/reset-password\//)
  await page.goto(link)
  expect(await autofill(page)).toEqual(['password new-password', 'password new-password'])
  await resetPassword(page, NEW_PASSWORD)
  await page.waitForURL('**/login')
  await expect(elsewhere.getByRole('link', { name: 'log in' }).first()).toBeVisible()
  await logIn(page, { ...person, password: NEW_PASSWORD })
  await expect(page.getByRole('button', { name: `account of ${person.name}` })).toBeVisible()

  await page.goto(link)
  await resetPassword(page, 'a-third-password')
  await expectToast(page, 'Failed to reset password', 'Invalid or expired token. Please try again.')
  await page.getByRole('link', { name: 'Request a new reset link' }).click()
  await expect(page).toHaveURL(/forgot-password$/)
})

test('changes the name, image and password of a profile, and deletes it', async ({
  page,
  browser,
  watchConsole,
  expectRefusal,
}) => {
  watchConsole(page)
  const person = await becomeNewFan(page, 'Pia Profile')
  const elsewhere = await openBrowser(browser, watchConsole)
  await logIn(elsewhere, person)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Pia Profile' })).toBeVisible()
  const account = page.getByRole('button', { name: 'account of Pia <b>Bold</b>' })

  await test.step('changes the name', async () => {
    await page.getByLabel('Display Name').fill('Pia <b>Bold</b>')
    await page.getByRole('button', { name: 'Update Profile' }).click()
    await expectToast(page, 'Profile updated')
    await expect(page.getByRole('heading', { name: 'Pia <b>Bold</b>' })).toBeVisible()
    await expect(account).toBeVisible()
  })

  await test.step('refuses a file that is no image, and uploads one', async () => {
    const upload = page.getByLabel('Upload a picture')
    await upload.setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    const refusal = 'Please choose a JPEG, PNG, WebP, GIF or AVIF picture.'
    await expectToast(page, 'Failed to upload avatar', refusal)
    await upload.setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: await makeImage('png') })
    await expectToast(page, 'Avatar uploaded')
    for (const role of ['main', 'banner'] as const) {
      await expect(page.getByRole(role).locator('img[src^="/api/avatars/"]')).toBeVisible()
    }
  })

  await test.step('changes the password, which ends the other sessions', async () => {
    // The other page may be reading its picks while its session ends.
    expectRefusal({ status: 401, path: '/predictions' })
    await page.getByRole('tab', { name: 'Security' }).click()
    await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('Confirm New Password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expectToast(page, 'Password updated')
    await expect(elsewhere.getByRole('link', { name: 'log in' }).first()).toBeVisible()
    await page.reload()
    await expect(account).toBeVisible()
  })

  await test.step('deletes the profile', async () => {
    // Once: as if the login was five minutes old.
    const json = { code: 'reauthentication_required', message: '' }
    await page.route('**/api/auth/delete-profile', (route) => route.fulfill({ status: 403, json }), {
      times: 1,
    })
    await page.getByRole('button', { name: 'delete my profile' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete your profile?' })
    await question.getByRole('button', { name: 'Delete my profile' }).click()
    const dialog = page.getByRole('dialog', { name: 'Is it you?' })
    await dialog.getByLabel('Current password').fill(NEW_PASSWORD)
    await dialog.getByRole('button', { name: 'it is me' }).click()
    await expectToast(page, 'Profile deleted')
    await expect(page).toHaveURL(/\/$/)
    await page.goto('/profile')
    await page.waitForURL('**/login')
    expectRefusal({ status: 401, path: '/api/auth/login' })
    await submitLogin(page, { ...person, password: NEW_PASSWORD })
    await expectToast(page, 'Login failed')
  })
})

test('leads to the login when another tab has logged out', async ({ page }) => {
  await becomeNewFan(page, 'Tova Tabs')
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Tova Tabs' })).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'account of Tova Tabs' }).click()
  await other.getByRole('menuitem', { name: 'log out' }).click()
  await expectToast(other, 'Logged out', 'You have been logged out successfully.')
  await page.bringToFront()
  await page.waitForURL('**/login')
})
