import {
  type InstallationSetting,
  installationSettingsEndpoints,
  type SettingName,
  settingName,
} from '@called-it/shared/contract/installation-settings'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Disclosure } from '../../ui/disclosure.tsx'
import { SettingField } from './setting-field.tsx'
import { SettingForm } from './setting-form.tsx'

const { listInstallationSettings, changeInstallationSettings } = installationSettingsEndpoints

type Given = Partial<Record<SettingName, Partial<InstallationSetting>>>

const listed = (given: Given) => ({
  settings: settingName.options.map((name) => ({
    ...{ name, origin: 'default' as const, value: null, default_value: null },
    ...{ is_unreadable: false, waits_for_restart: false },
    ...given[name],
  })),
})
const stored = (value: string | null = null) => ({ origin: 'stored' as const, value })

function open(given: Given, change = fake(changeInstallationSettings, { ok: listed(given) })) {
  const onSaved = vi.fn()
  fakeApi(fake(listInstallationSettings, { ok: listed(given) }), change)
  const page = renderPage(
    <SettingForm form="mail" onSaved={onSaved}>
      <SettingField name="SMTP_URL" label="server" />
      <SettingField name="MAIL_FROM" label="sender" />
      <SettingField name="AUTO_FINAL" label="final" choices={[{ value: 'on', label: 'by itself' }]} />
      <Disclosure title="more">
        <SettingField name="PUBLIC_URL" label="address" />
        <SettingField name="MAILS_IN_FLIGHT" label="at once" />
      </Disclosure>
    </SettingForm>,
  )
  const save = async () => page.user.click(screen.getByRole('button', { name: 'save' }))
  return { ...page, change, save, onSaved }
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const hintOf = async (label: string) =>
  document.getElementById((await field(label)).getAttribute('aria-describedby') ?? '')?.textContent

test('saves only what was changed, and an emptied text as the default', async () => {
  const { user, change, save, onSaved } = open({
    MAIL_FROM: stored('a@band.example'),
    AUTO_FINAL: stored('on'),
  })
  await user.type(await field('sender'), 'x')
  await user.type(await field('sender'), '{Backspace}')
  await user.selectOptions(await field('final'), '')
  await save()
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(change.bodies).toEqual([{ settings: { AUTO_FINAL: null } }])
})

test('goes on without a request where nothing was changed', async () => {
  const { change, save, onSaved } = open({})
  await field('sender')
  await save()
  expect(onSaved).toHaveBeenCalledOnce()
  expect(change.bodies).toEqual([])
})

test('shows what the environment sets, and the default of what is not set', async () => {
  open({
    MAIL_FROM: { origin: 'environment', value: 'a@band.example' },
    AUTO_FINAL: { default_value: 'on' },
    MAILS_IN_FLIGHT: { default_value: '20' },
  })
  expect(await field('sender')).toMatchObject({ disabled: true, value: 'a@band.example' })
  expect(await hintOf('sender')).toBe('Set by the environment variable MAIL_FROM; change it there.')
  expect(screen.getByRole('option', { name: 'By default: by itself' })).toBeTruthy()
  screen.getByText('more').click()
  expect(await hintOf('at once')).toBe('By default: 20')
})

test('replaces and removes a stored secret, which it never shows', async () => {
  const { user, change, save } = open({ SMTP_URL: stored() })
  expect(await field('server')).toMatchObject({ readOnly: true, value: 'stored, never shown' })
  await user.click(screen.getByRole('button', { name: 'replace: server' }))
  expect(document.activeElement).toBe(await field('server'))
  await save()
  expect(change.bodies).toEqual([])
  await user.click(screen.getByRole('button', { name: 'replace: server' }))
  await user.type(await field('server'), 'smtp://mail.example')
  await save()
  await user.click(await screen.findByRole('button', { name: 'remove: server' }))
  await save()
  await waitFor(() => expect(change.bodies).toHaveLength(2))
  expect(change.bodies).toEqual([
    { settings: { SMTP_URL: 'smtp://mail.example' } },
    { settings: { SMTP_URL: null } },
  ])
})

test('asks for a secret that cannot be read', async () => {
  const { user, change, save } = open({ SMTP_URL: { ...stored(), is_unreadable: true } })
  expect(await hintOf('server')).toMatch(/cannot read what is stored. Enter it again.$/)
  await user.type(await field('server'), 'smtp://mail.example')
  await save()
  expect(change.bodies).toEqual([{ settings: { SMTP_URL: 'smtp://mail.example' } }])
})

test('says what counts after a restart', async () => {
  const { user } = open({ PUBLIC_URL: { ...stored('https://a.example'), waits_for_restart: true } })
  await user.click(await screen.findByText('more'))
  expect(await hintOf('address')).toBe('Saved; counts after a restart.')
})

const refusedWith = (name: string) =>
  fake(changeInstallationSettings, {
    error: 'invalid',
    issues: [{ path: `settings.${name}`, message: 'is wrong' }],
  })

test('shows what is wrong at its field, and keeps what was entered', async () => {
  const { user, save, onSaved } = open({}, refusedWith('MAIL_FROM'))
  await user.type(await field('sender'), 'nobody')
  await save()
  expect(await screen.findByText('is wrong')).toBeTruthy()
  await waitFor(async () => expect(document.activeElement).toBe(await field('sender')))
  expect((await field('sender')).value).toBe('nobody')
  expect(onSaved).not.toHaveBeenCalled()
})

test.each([
  ['in a closed part of the form', 'MAILS_IN_FLIGHT', 'is wrong'],
  ['with a setting of another form', 'DEMO', ': is wrong'],
])('shows what is wrong %s', async (_, name, text) => {
  const { user, save } = open({}, refusedWith(name))
  await user.type(await field('sender'), 'x')
  await save()
  const said = await screen.findByText((content) => content.includes('is wrong'))
  expect(said.textContent?.endsWith(text)).toBe(true)
})
