import { registrationLinkEndpoints } from '@called-it/shared/contract/registration-link'
import { type RegistrationMode, siteEndpoints } from '@called-it/shared/contract/site'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SettingsCard } from './settings-card.tsx'

const SWITCHES = { testModeEnabled: true, siteOverlayEnabled: false }

type Given = { isFixed?: boolean; code?: string | null }

function open(mode: RegistrationMode, { isFixed = false, code = null }: Given = {}) {
  const config = { ...SWITCHES, registration: { mode, is_fixed: isFixed } }
  const change = fake(siteEndpoints.changeConfig, {
    ok: { config: { ...config, registration: { mode: 'invited', is_fixed: false }, version: 5 } },
  })
  const requests = fakeApi(
    fake(siteEndpoints.getConfig, { ok: { config: { ...config, version: 4 } } }),
    change,
    fake(registrationLinkEndpoints.getRegistrationLink, { ok: { code } }),
    fake(registrationLinkEndpoints.renewRegistrationLink, { ok: { code: 'newer' } }),
    fake(registrationLinkEndpoints.deleteRegistrationLink, { ok: { code: null } }),
  )
  return { ...renderPage(<SettingsCard />), change, requests }
}

const choice = () => screen.findByLabelText<HTMLSelectElement>('who may sign up')
const linkOf = (code: string) => `${location.origin}/register?invitation=${code}`

test('chooses who may sign up, and then offers the link', async () => {
  const { user, change } = open('open')
  expect((await choice()).value).toBe('open')
  expect(screen.queryByRole('button', { name: 'make a link' })).toBeNull()
  await user.selectOptions(await choice(), 'those with an invitation')
  expect(await screen.findByText('Signing up needs an invitation now')).toBeTruthy()
  expect(change.bodies).toEqual([{ config: { ...SWITCHES, registration: 'invited', version: 4 } }])
  expect((await choice()).value).toBe('invited')
  await user.click(await screen.findByRole('button', { name: 'make a link' }))
  expect(await screen.findByText(linkOf('newer'))).toBeTruthy()
})

test('leaves who may sign up alone when a switch is changed', async () => {
  const { user, change } = open('closed')
  await user.click(await screen.findByRole('switch', { name: 'test mode' }))
  await waitFor(() =>
    expect(change.bodies).toEqual([{ config: { ...SWITCHES, testModeEnabled: false, version: 4 } }]),
  )
})

test('copies, renews and deletes the link', async () => {
  const { user } = open('invited', { code: 'older' })
  await user.click(await screen.findByRole('button', { name: 'copy the link' }))
  expect(await navigator.clipboard.readText()).toBe(linkOf('older'))
  await user.click(screen.getByRole('button', { name: 'make a new one' }))
  expect(await screen.findByText(linkOf('newer'))).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'delete the link' }))
  expect(
    await screen.findByText('There is no link for sign-ups. Anyone who gets one can sign up.'),
  ).toBeTruthy()
})

test('says that the environment decides, and offers no choice', async () => {
  open('closed', { isFixed: true })
  expect((await choice()).disabled).toBe(true)
  expect(screen.getByText('The server’s setting REGISTRATION decides this.')).toBeTruthy()
})
