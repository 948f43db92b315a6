import type { Page } from '@playwright/test'
import { expect, test } from './console-watch.ts'
import { DEMO_ADMIN, logIn, openBrowser } from './people.ts'
import { expectToast } from './toasts.ts'

/** The last upcoming show, which has no setlist yet. */
async function lastShow(page: Page): Promise<{ id: number; venue: string }> {
  const { shows }: { shows: { id: number; venue: string }[] } = await (
    await page.request.get('/api/shows/upcoming')
  ).json()
  const show = shows.at(-1)
  if (!show) throw new Error('the demo has no show to come')
  return show
}

test.use({ viewport: { width: 375, height: 812 } })

test('shows a failed run to another admin, who retries it and opens its job', async ({
  page: one,
  browser,
  watchConsole,
  expectRefusal,
}) => {
  test.setTimeout(300_000)
  watchConsole(one)
  await one.goto('/login')
  await logIn(one, DEMO_ADMIN)
  const two = await openBrowser(browser, watchConsole)
  await logIn(two, DEMO_ADMIN)
  await two.goto('/admin/system')

  const { id, venue } = await lastShow(one)
  const runs = two.getByRole('list', { name: 'last runs' }).getByRole('listitem', {
    name: `scoring show ${id}`,
  })

  await test.step('lists the workers with their queues', async () => {
    const worker = two
      .getByRole('list', { name: /^workers/ })
      .getByRole('listitem')
      .first()
    for (const queue of ['runs', 'chances', 'mail', 'webhooks', 'maintenance', 'totals']) {
      await expect(worker).toContainText(queue)
    }
  })

  await test.step('shows that scoring a show without a setlist fails', async () => {
    await expect(runs).toHaveCount(0)
    await one.goto('/admin/scoring')
    // The band may play there more than once.
    const row = one
      .getByRole('listitem', { name: new RegExp(`^${venue}, `) })
      .filter({ has: one.locator(`a[href="/admin/shows/${id}"]`) })
    expectRefusal({ status: 404, path: `/api/admin/shows/${id}/score` })
    await row.getByRole('button', { name: 'Score Show' }).click()
    await one.getByRole('button', { name: 'close picks and score' }).click()
    await expectToast(one, 'Scoring Failed', 'Setlist not found for this show')
    await expect(runs.first()).toContainText('failed')
    await expect(runs.first()).toContainText('Setlist not found for this show')
  })

  await test.step('retries it as a new run', async () => {
    await runs
      .first()
      .getByRole('button', { name: `retry scoring show ${id}` })
      .click()
    await expectToast(two, 'started again', 'Its progress is in the list of runs.')
    await expect(runs).toHaveCount(2)
    await expect(runs.first()).toContainText('failed')
    await expect(two.getByRole('button', { name: `retry scoring show ${id}` })).toHaveCount(1)
  })

  await test.step('shows the job in the read-only job board', async () => {
    await two.getByRole('link', { name: 'all jobs' }).click()
    await expect(two).toHaveURL(/\/admin\/jobs/)
    await two.goto('/admin/jobs/queue/runs?status=completed')
    await expect(two.getByText(/obx_/).first()).toBeVisible()
    await expect(two.getByRole('button', { name: /retry|clean|remove/i })).toHaveCount(0)
  })
})
