import { SETUP_STEPS } from '@called-it/shared/contract/setup-steps'
import type { Page } from '@playwright/test'
import { admin, expectLoaded, MADE_UP, respond, type Screen, visitor } from './screen.ts'

/** As if there were no admin. */
async function openSetup(page: Page): Promise<void> {
  await respond(page, { '/api/setup': { is_open: true, has_backups: true, takes_passkeys: true } })
  await page.goto('/setup')
  await page.getByLabel('setup code').waitFor()
}

async function enterCode(page: Page): Promise<void> {
  await page.getByLabel('setup code').fill('abcd-efgh-jkmn-pqrs')
  await page.getByRole('button', { name: 'go on' }).click()
  await page.getByRole('heading', { name: 'how to begin' }).waitFor()
}

const chooses = (name: string, label: string) => async (page: Page) => {
  await enterCode(page)
  await page.getByRole('button', { name }).click()
  await page.getByText(label).first().waitFor()
}

async function filledStep(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'steps' }).waitFor()
  await expectLoaded(page)
}

export const setupScreens: readonly Screen[] = [
  visitor('setup', '/', openSetup, MADE_UP),
  visitor('setup-way', '/', openSetup, { ...MADE_UP, act: enterCode }),
  visitor('setup-admin', '/', openSetup, { ...MADE_UP, act: chooses('start new', 'the first admin') }),
  ...[...SETUP_STEPS, 'end'].map((step) => admin(`setup-${step}`, `/admin/setup?step=${step}`, filledStep)),
]
