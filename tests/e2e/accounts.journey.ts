import type { Page } from '@playwright/test'
import { expect, test } from './console-watch.ts'
import { linkMailedTo } from './mailbox.ts'
import { becomeNewFan } from './new-fan.ts'
import { logIn, newPerson, openBrowser, register } from './people.ts'
import { redSquare } from './pictures.ts'
import { expectToast } from './toasts.ts'

const NEW_PASSWORD = 'another-long-enough-password'

/** What a password manager goes by, field by field. */
async function autofill(page: Page): Promise<string[]> {
  const fields = page.getByRole('main').locator('form input')
  await fields.first().waitFor()
  return fields.evaluateAll((all) =>
    all.map((field) => `${field.getAttribute('type')} ${field.getAttribute('autocomplete')}`),
  )
}

async function fillNewPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(password)
}

for (const viewport of [
  { width: 375, height: 812 },
  { width: 1440, height: 900 },
]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('links of mails: verified once, used, replaced, made up', async ({ page }) => {
      const person = newPerson('Vera Verify')
      await page.goto('/register')
      expect(await autofill(page)).toEqual([
        'email username',
        'text nickname',
        'password new-password',
        'password new-password',
      ])
      await register(page, person)
      const used = await linkMailedTo(person.email, /^\/verify-email\//)

      await page.goto(used)
      await expect(page.getByRole('alert')).toContainText('This verification link has already been used.')
      await expect(page.getByRole('link', { name: 'Go to Login' })).toBeVisible()
      await page.goto('/verify-email/made-up')
      await expect(page.getByRole('alert')).toContainText('There was an error verifying your email.')

      const late = newPerson('Lara Late')
      await page.goto('/register')
      await page.getByLabel('Email').fill(late.email)
      await page.getByLabel('Display name').fill(late.name)
      await page.getByLabel('Password', { exact: true }).fill(late.password)
      await page.getByLabel('Confirm password').fill(late.password)
      await page.getByRole('button', { name: 'sign up' }).click()
      await expect(page).toHaveURL(/registration-success/)
      const replaced = await linkMailedTo(late.email, /^\/verify-email\//)

      await page.goto('/login')
      expect(await autofill(page)).toEqual(['email username', 'password current-password'])
      await page.getByLabel('Email').fill(late.email)
      await page.getByLabel('Password', { exact: true }).fill(late.password)
      await page.getByRole('button', { name: 'log in' }).click()
      await page.getByRole('link', { name: 'send a new link' }).click()
      await expect(page.getByRole('heading', { name: 'resend verification' })).toBeVisible()
      await page.getByLabel('Email').fill(late.email)
      await page.getByRole('button', { name: 'resend the verification email' }).click()
      await expect(page.getByText('a new link is on its way')).toBeVisible()
      await expect
        .poll(() => linkMailedTo(late.email, /^\/verify-email\//), { timeout: 30_000 })
        .not.toBe(replaced)
      await page.goto(replaced)
      await expect(page.getByRole('alert')).toContainText('This verification link has expired.')
      await expect(page.getByRole('link', { name: 'Resend Verification' })).toBeVisible()
      await page.goto(await linkMailedTo(late.email, /^\/verify-email\//))
      await page.waitForURL('**/login?verified=true')
    })

    test('a forgotten password is replaced by a mailed link, which works once', async ({
      page,
      browser,
      watchConsole,
    }) => {
      const person = await becomeNewFan(page, 'Fern Forget')
      const elsewhere = await openBrowser(browser, watchConsole)
      await logIn(elsewhere, person)

      await page.context().clearCookies()
      await page.goto('/login')
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await expect(page.getByRole('heading', { name: 'forgot password' })).toBeVisible()
      await page.getByLabel('Email').fill(person.email)
      await page.getByRole('button', { name: 'send the reset link' }).click()
      await expectToast(
        page,
        'Reset email sent',
        'If an account with that email exists, you will receive password reset instructions.',
      )
      await expect(page.getByText('Email sent', { exact: true })).toBeVisible()

      const link = await linkMailedTo(person.email, /^\/reset-password\//)
      await page.goto(link)
      expect(await autofill(page)).toEqual(['password new-password', 'password new-password'])
      await fillNewPassword(page, NEW_PASSWORD)
      await page.getByRole('button', { name: 'reset password' }).click()
      await page.waitForURL('**/login')
      await expect(elsewhere.getByRole('link', { name: 'log in' }).first()).toBeVisible()
      await logIn(page, { ...person, password: NEW_PASSWORD })
      await expect(page.getByRole('button', { name: `account of ${person.name}` })).toBeVisible()

      await page.goto(link)
      await fillNewPassword(page, 'a-third-password')
      await page.getByRole('button', { name: 'reset password' }).click()
      await expectToast(page, 'Failed to reset password', 'Invalid or expired token. Please try again.')
      await expect(page.getByRole('alert')).toContainText('Invalid reset link')
      await page.getByRole('link', { name: 'Request a new reset link' }).click()
      await expect(page).toHaveURL(/forgot-password$/)
      await page.goto('/reset-password')
      await expect(page.getByText('Invalid reset link')).toBeVisible()
    })

    test('a profile: name, picture, password, and leaving for good', async ({
      page,
      browser,
      watchConsole,
    }) => {
      watchConsole(page)
      const person = await becomeNewFan(page, 'Pia Profile')
      const elsewhere = await openBrowser(browser, watchConsole)
      await logIn(elsewhere, person)
      await page.goto('/profile')
      await expect(page.getByRole('heading', { name: 'Pia Profile' })).toBeVisible()

      await test.step('the name', async () => {
        await page.getByLabel('Display Name').fill('x')
        await page.getByRole('button', { name: 'Update Profile' }).click()
        await expect(page.getByText('Display name must be at least 2 characters')).toBeVisible()
        await page.getByLabel('Display Name').fill('Pia <b>Bold</b>')
        await page.getByRole('button', { name: 'Update Profile' }).click()
        await expectToast(page, 'Profile updated')
        await expect(page.getByRole('heading', { name: 'Pia <b>Bold</b>' })).toBeVisible()
        await expect(page.getByRole('button', { name: 'account of Pia <b>Bold</b>' })).toBeVisible()
      })

      await test.step('the picture', async () => {
        const camera = page.getByLabel('Upload a picture')
        await camera.setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
        await expectToast(
          page,
          'Failed to upload avatar',
          'Please choose a JPEG, PNG, WebP, GIF or AVIF picture.',
        )
        await camera.setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: redSquare() })
        await expectToast(page, 'Avatar uploaded')
        await expect(page.getByRole('main').locator('img[src^="/api/avatars/"]')).toBeVisible()
        await expect(page.getByRole('banner').locator('img[src^="/api/avatars/"]')).toBeVisible()
      })

      await test.step('the password, which logs out everything else', async () => {
        await page.getByRole('tab', { name: 'Security' }).click()
        await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD)
        await page.getByLabel('Confirm New Password').fill('something else')
        await page.getByRole('button', { name: 'Update Password' }).click()
        await expect(page.getByText('Passwords do not match')).toBeVisible()
        await page.getByLabel('Confirm New Password').fill(NEW_PASSWORD)
        await page.getByRole('button', { name: 'Update Password' }).click()
        await expectToast(page, 'Password updated')
        await expect(elsewhere.getByRole('link', { name: 'log in' }).first()).toBeVisible()
        await page.reload()
        await expect(page.getByRole('button', { name: 'account of Pia <b>Bold</b>' })).toBeVisible()
      })

      await test.step('leaving', async () => {
        await page.getByRole('button', { name: 'delete my profile' }).click()
        const dialog = page.getByRole('dialog', { name: 'Delete your profile?' })
        await expect(dialog).toContainText('Your scores stay on the boards, under “deleted fan”.')
        await dialog.getByLabel('Current password').fill('a guess')
        await dialog.getByRole('button', { name: 'Delete my profile' }).click()
        await expect(dialog.getByText('This is not your current password.')).toBeVisible()
        await dialog.getByLabel('Current password').fill(NEW_PASSWORD)
        await dialog.getByRole('button', { name: 'Delete my profile' }).click()
        await expectToast(page, 'Profile deleted')
        await expect(page).toHaveURL(/\/$/)
        await page.goto('/profile')
        await page.waitForURL('**/login')
        await page.getByLabel('Email').fill(person.email)
        await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
        await page.getByRole('button', { name: 'log in' }).click()
        await expectToast(page, 'Login failed')
      })
    })

    test('a tab that was logged out in another one says so and goes to the login', async ({ page }) => {
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
  })
}
