import type { Page } from '@playwright/test'
import { expect, test } from './console-watch.ts'
import { DEMO_ADMIN, DEMO_FAN, logIn, openBrowser } from './people.ts'
import { expectToast } from './toasts.ts'

/** The show that is furthest ahead: nobody can have its setlist. */
async function lastShow(page: Page): Promise<{ id: number; venue: string }> {
  const { shows }: { shows: { id: number; venue: string }[] } = await (
    await page.request.get('/api/shows/upcoming')
  ).json()
  const show = shows.at(-1)
  if (!show) throw new Error('the demo has no show to come')
  return show
}

test.use({ viewport: { width: 375, height: 812 } })

test('a run that fails is seen by another admin, retried, and looked up in the job board', async ({
  page: one,
  browser,
  watchConsole,
}) => {
  test.setTimeout(300_000)
  watchConsole(one)
  await one.goto('/login')
  await logIn(one, DEMO_ADMIN)
  const two = await openBrowser(browser, watchConsole)
  await logIn(two, DEMO_ADMIN)
  await two.goto('/admin')

  const { id, venue } = await lastShow(one)
  const runs = two.getByRole('list', { name: 'last runs' }).getByRole('listitem', {
    name: `scoring show ${id}`,
  })

  await test.step('the panel knows the queues and the workers', async () => {
    for (const queue of ['runs', 'mail', 'maintenance']) {
      await expect(two.getByRole('row', { name: new RegExp(`^${queue}`) })).toBeVisible()
    }
    await expect(two.getByRole('list', { name: /^workers/ }).getByRole('listitem')).not.toHaveCount(0)
  })

  await test.step('one admin scores a show that has no setlist, the other sees it fail', async () => {
    await expect(runs).toHaveCount(0)
    await one.goto('/admin/scoring')
    const row = one.getByRole('listitem', { name: new RegExp(`^${venue}, `) }).first()
    await row.getByRole('button', { name: 'Score Show' }).click()
    await expectToast(one, 'Scoring Failed', 'Setlist not found for this show')
    await expect(runs.first()).toContainText('failed')
    await expect(runs.first()).toContainText('Setlist not found for this show')
  })

  await test.step('the other retries it, and it is a run of its own', async () => {
    await runs
      .first()
      .getByRole('button', { name: `retry scoring show ${id}` })
      .click()
    await expectToast(two, 'ordered again', 'Its progress is in the list of runs.')
    await expect(runs).toHaveCount(2)
    await expect(runs.first()).toContainText('failed')
    await expect(two.getByRole('button', { name: `retry scoring show ${id}` })).toHaveCount(1)
  })

  await test.step('the job board shows the job and offers to change nothing', async () => {
    await two.getByRole('link', { name: 'all jobs' }).click()
    await expect(two).toHaveURL(/\/admin\/jobs/)
    await two.goto('/admin/jobs/queue/runs?status=completed')
    await expect(two.getByText(/obx_/).first()).toBeVisible()
    await expect(two.getByRole('button', { name: /retry|clean|remove/i })).toHaveCount(0)
  })

  await test.step('a fan is refused', async () => {
    const fan = await openBrowser(browser, watchConsole)
    await logIn(fan, DEMO_FAN)
    expect((await fan.request.get('/admin/jobs')).status()).toBe(403)
    await fan.goto('/admin')
    await expect(fan).toHaveURL('/')
  })
})
