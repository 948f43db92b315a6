import { textsIn } from '@called-it/languages/texts'
import { LANGUAGE_COOKIE } from '@called-it/shared/contract/served-page'
import { audit, untilStill } from './audit.ts'
import { expect, test } from './console-watch.ts'
import { LONG } from './long.ts'
import { linkMailedTo, mailTo } from './mailbox.ts'
import { newPerson, openBrowser } from './people.ts'

const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true }

for (const [language, locale] of [
  ['de', 'de-AT'],
  ['es', 'es-MX'],
] as const) {
  const t = textsIn(language)

  test(
    `signs up, saves and is mailed in the language of the browser: ${language}`,
    LONG,
    async ({ browser, watchConsole }) => {
      const page = await openBrowser(browser, watchConsole, { ...PHONE, locale })
      const person = newPerson('Lena Lengua')
      await page.goto('/register')
      await expect(page.locator('html')).toHaveAttribute('lang', language)

      await test.step('says in the language what is wrong', async () => {
        await page.getByLabel(t('ui.email')).fill('nowhere')
        await page
          .locator('form')
          .getByRole('button', { name: t('account.sign-up') })
          .tap()
        await expect(page.getByText(t('field.email'))).toBeVisible()
        expect(await audit(page, 'dark')).toEqual([])
      })

      await test.step('signs up by the mailed link', async () => {
        await page.getByLabel(t('ui.email')).fill(person.email)
        await page.getByLabel(t('account.name')).fill(person.name)
        await page.getByLabel(t('account.password'), { exact: true }).fill(person.password)
        await page.getByLabel(t('account.pw-again')).fill(person.password)
        await page
          .locator('form')
          .getByRole('button', { name: t('account.sign-up') })
          .tap()
        const link = await linkMailedTo(person.email, /^\/verify-email\//)
        expect(await mailTo(person.email)).toContain(t('mail.confirm-once'))
        await page.goto(link)
        await page.waitForURL((url) => url.pathname === '/')
        await expect(
          page.getByRole('button', { name: t('site.account-of', { name: person.name }) }),
        ).toBeVisible()
      })

      await test.step('saves a card', async () => {
        await page
          .getByRole('button', { name: t('home.pick-setlist') })
          .first()
          .tap()
        await page.getByRole('button', { name: t('pick.add-songs') }).tap()
        await page.locator('ul[data-chances]').waitFor()
        // Its left part adds the song.
        await page.locator('li[aria-posinset="1"]').getByRole('button').first().tap()
        await page.getByRole('button', { name: t('pick.submit-setlist') }).tap()
        await expect(page.getByText(t('pick.done')).first()).toBeVisible()
        await untilStill(page)
        expect(await audit(page, 'dark')).toEqual([])
      })

      await test.step('keeps the language that is chosen, for the account too', async () => {
        await page.goto('/')
        await page.getByLabel(t('ui.language')).selectOption('en')
        await expect(page.locator('html')).toHaveAttribute('lang', 'en')
        await expect(page.getByRole('button', { name: `account of ${person.name}` })).toBeVisible()
        expect(await (await page.request.get('/api/auth/me')).json()).toMatchObject({ language: 'en' })
        await page.context().clearCookies({ name: LANGUAGE_COOKIE })
        await page.goto('/leaderboard')
        await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      })
    },
  )
}
