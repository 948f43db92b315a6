import {
  type InstallationSetting,
  installationSettingsEndpoints,
  settingName,
} from '@called-it/shared/contract/installation-settings'
import {
  type MailServer,
  type MailTest,
  mailSettingsEndpoints,
} from '@called-it/shared/contract/mail-settings'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MailForm } from './mail-form.tsx'

const { listInstallationSettings, changeInstallationSettings } = installationSettingsEndpoints
const SERVER: MailServer = { host: 'mail.band.example', port: 465, encryption: 'tls' }

type Given = { server?: MailServer; smtp?: Partial<InstallationSetting>; result?: MailTest }

function open({ server, smtp, result = { outcome: 'accepted', words: '250 queued' } }: Given = {}) {
  const settings = settingName.options.map((name) => ({
    ...{ name, origin: 'default' as const, value: null, default_value: null },
    ...{ is_unreadable: false, waits_for_restart: false },
    ...(name === 'SMTP_URL' && server && { origin: 'stored' as const }),
    ...(name === 'SMTP_URL' && smtp),
  }))
  const change = fake(changeInstallationSettings, { ok: { settings } })
  const tried = fake(mailSettingsEndpoints.testMail, { ok: result })
  fakeApi(
    fake(listInstallationSettings, { ok: { settings } }),
    fake(mailSettingsEndpoints.getMailStatus, {
      ok: { server: server ?? null, default_from: 'Called It <no-reply@band.example>' },
    }),
    change,
    tried,
  )
  const page = renderPage(<MailForm />)
  const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }))
  return { ...page, press, change, tried }
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)

async function enterServer({ user }: Pick<ReturnType<typeof open>, 'user'>) {
  await user.type(await field('mail server'), 'mail.band.example')
  await user.selectOptions(await field('encryption'), 'TLS from the start')
  await user.type(await field('user name'), 'fan')
  await user.type(await field('password'), 'p@ss')
}
const ENTERED = 'smtps://fan:p%40ss@mail.band.example:465'

test('saves what is entered as one setting, with the usual port', async () => {
  const page = open()
  await enterServer(page)
  expect((await field('port')).value).toBe('465')
  await page.press('save')
  await waitFor(() => expect(page.change.bodies).toEqual([{ settings: { SMTP_URL: ENTERED } }]))
})

test('shows what is stored without its login, and keeps or removes it', async () => {
  const { press, change } = open({ server: SERVER })
  expect(await screen.findByText('mail.band.example:465 · TLS from the start')).toBeTruthy()
  await press('replace: mail server')
  expect((await field('mail server')).value).toBe('mail.band.example')
  expect((await field('password')).value).toBe('')
  await press('leave as it is: mail server')
  await press('remove: mail server')
  await press('save')
  await waitFor(() => expect(change.bodies).toEqual([{ settings: { SMTP_URL: null } }]))
})

test('keeps a server of the environment from being changed', async () => {
  open({ server: SERVER, smtp: { origin: 'environment' } })
  expect(await screen.findByText(/environment variable SMTP_URL/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'replace: mail server' })).toBeNull()
})

test('sends a test message unsaved, and repeats the server’s words', async () => {
  const page = open({ result: { outcome: 'refused', step: 'login', words: '535 wrong' } })
  await screen.findByLabelText('mail server')
  expect(screen.queryByRole('button', { name: 'send a test message' })).toBeNull()
  await enterServer(page)
  await page.user.type(await field('sender'), 'mail@band.example')
  await page.press('send a test message')
  expect(await screen.findByText('The server refuses the login')).toBeTruthy()
  expect(screen.getByText('535 wrong')).toBeTruthy()
  expect(page.tried.bodies).toEqual([{ smtp_url: ENTERED, from: 'mail@band.example' }])
})

const certificate = {
  names: ['smtp.host.example', 'host.example'],
  ...{ issuer: 'Some CA', valid_from: '2030-01-01T00:00:00Z', valid_to: '2031-01-01T00:00:00Z' },
}
test.each<[RegExp, MailTest]>([
  [/has taken the message/, { outcome: 'accepted', words: '250 queued' }],
  [/within 15 seconds.*when encryption began/, { outcome: 'silent', step: 'tls' }],
  [
    /Nothing accepts connections.*ECONNREFUSED/,
    { outcome: 'broken', step: 'connection', code: 'ECONNREFUSED' },
  ],
  [/no server of this name/, { outcome: 'broken', step: 'connection', code: 'ENOTFOUND' }],
  [/does not begin with TLS/, { outcome: 'broken', step: 'tls', code: 'ERR_SSL_WRONG_VERSION_NUMBER' }],
  [
    /for other names.*smtp\.host\.example and host\.example.*Some CA/,
    { outcome: 'certificate', certificate: { ...certificate, problem: 'name' } },
  ],
  [/has expired/, { outcome: 'certificate', certificate: { ...certificate, problem: 'expired' } }],
])('says %s of a test message', async (words, result) => {
  const { press, container } = open({ server: SERVER, result })
  await press('send a test message')
  await waitFor(() => expect(container.textContent).toMatch(words))
})
