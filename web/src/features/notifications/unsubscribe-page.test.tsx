import { notificationSettingsEndpoints } from '@called-it/shared/contract/notification-settings'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { UnsubscribePage } from './unsubscribe-page.tsx'

const { getUnsubscription, unsubscribe } = notificationSettingsEndpoints
const TOKEN = 'abcdefghijklmnopqrstuv'
const title = 'your final score'
const openPage = (kind = 'final-score') =>
  renderPage(<UnsubscribePage />, {
    ...{ at: `/unsubscribe/${TOKEN}/${kind}`, pattern: '/unsubscribe/:token/:kind' },
  })

describe('unsubscribe page', () => {
  test('turns the mails off only by its button', async () => {
    const left = fake(unsubscribe, { ok: { title, is_on: false } })
    fakeApi(fake(getUnsubscription, { ok: { title, is_on: true } }), left)
    const { user } = openPage()
    const button = await screen.findByRole('button', { name: 'stop these mails' })
    expect(left.bodies).toHaveLength(0)
    await user.click(button)
    expect(await screen.findByText(`No more mails about ${title}.`)).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('says that the mails are off already', async () => {
    fakeApi(fake(getUnsubscription, { ok: { title, is_on: false } }))
    openPage()
    expect(await screen.findByText(`No more mails about ${title}.`)).toBeTruthy()
  })

  test('says that a link is not valid, and links to the settings', async () => {
    fakeApi(fake(getUnsubscription, { error: 'unsubscription_not_found' }))
    openPage()
    expect((await screen.findByRole('alert')).textContent).toContain('no longer works')
    expect(screen.getByRole('link').getAttribute('href')).toBe('/notifications/settings')
  })

  test('requests nothing for an unknown kind', async () => {
    const requests = fakeApi()
    openPage('of-a-newer-release')
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(requests).toHaveLength(0)
  })
})
