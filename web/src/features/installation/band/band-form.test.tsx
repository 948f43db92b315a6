import { type BandInEffect, bandProfileEndpoints } from '@called-it/shared/contract/band-profile'
import {
  type InstallationSetting,
  installationSettingsEndpoints,
} from '@called-it/shared/contract/installation-settings'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { BandForm } from './band-form.tsx'

const TEXTS = {
  welcomeTitle: 'pick the setlist',
  welcomeText: 'call the songs of {band}',
  upcomingTitle: 'upcoming shows',
  overlayHeadline: '{band} is on',
  kickstartLabel: 'kickstart',
  kickstartMessage: 'songs added',
  footer: ['a fan project', 'not by {band}'],
}
const PROPOSALS = { en: TEXTS, de: { ...TEXTS, welcomeText: 'tippe die Songs von {band}' }, es: TEXTS }

const TINHORN: BandInEffect = {
  band: { name: 'Tinhorn Observatory', shortName: 'Tinhorn' },
  songwriter: { name: 'Marlow Pell', slug: 'pell' },
  dataSite: { name: 'the logbook', url: null },
  nicknames: { elk: 'Glass Elk' },
  texts: { ...TEXTS, welcomeText: 'own words', footer: ['own footer'] },
  translations: { de: { welcomeText: 'eigene Worte' } },
  logo: null,
  accent: '#ffb43a',
  schedule: { startsLocal: '19:30', graceMinutes: 0, zone: null },
  legal: { contact: null, privacy: [{ title: 'Logs', text: ['A week.', 'Not more.'] }] },
}

type Given = { origin?: InstallationSetting['origin']; refusal?: { path: string; message: string } }

function open({ origin = 'default', refusal }: Given = {}) {
  const setting = {
    name: 'BAND_PROFILE' as const,
    origin,
    value: null,
    default_value: null,
    is_unreadable: false,
    waits_for_restart: false,
  }
  const change = fake(
    installationSettingsEndpoints.changeInstallationSettings,
    refusal
      ? { error: 'invalid', issues: [{ ...refusal, path: `settings.BAND_PROFILE.${refusal.path}` }] }
      : { ok: { settings: [{ ...setting, origin: 'stored' }] } },
  )
  fakeApi(
    fake(installationSettingsEndpoints.listInstallationSettings, { ok: { settings: [setting] } }),
    fake(bandProfileEndpoints.getBandProfile, { ok: { profile: TINHORN, proposals: PROPOSALS } }),
    change,
  )
  const onSaved = vi.fn()
  const saved = () => {
    const [body] = change.bodies.slice(-1)
    const { settings } = installationSettingsEndpoints.changeInstallationSettings.body.parse(body)
    return JSON.parse(settings.BAND_PROFILE ?? '')
  }
  return { ...renderPage(<Pages onSaved={onSaved} />), change, saved, onSaved }
}

function Pages({ onSaved }: { onSaved: () => void }) {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        other page
      </button>
      {isOpen && <BandForm onSaved={onSaved} />}
    </>
  )
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const section = (name: string) => screen.getByText(name)
const preview = () => within(screen.getByRole('figure')).getAllByText(/./, { ignore: 'b, figcaption' })
const previewed = () => preview().map(({ textContent }) => textContent)
const save = () => screen.getByRole('button', { name: 'save' })

test('makes a profile in all languages of the name alone', async () => {
  const { user, saved, onSaved } = open()
  expect((await field('name of the band')).value).toBe('')
  await user.type(await field('name of the band'), 'Señor Móvil')
  expect((await field('short name')).placeholder).toBe('Señor Móvil')
  expect(previewed()).toContain('call the songs of Señor Móvil')
  await user.click(save())
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(saved()).toMatchObject({
    band: { name: 'Señor Móvil', shortName: 'Señor Móvil' },
    songwriter: { name: 'Señor Móvil', slug: 'senor-movil' },
    dataSite: { name: 'Señor Móvil setlists', url: null },
    nicknames: {},
    texts: { welcomeText: 'call the songs of Señor Móvil', footer: ['a fan project', 'not by Señor Móvil'] },
    translations: { de: { welcomeText: 'tippe die Songs von Señor Móvil' }, es: {} },
  })
})

test('keeps a profile as it is, and changes one language of it', async () => {
  const { user, saved } = open({ origin: 'stored' })
  await user.selectOptions(await field('language of the texts and the preview'), 'de')
  await user.click(section('more texts'))
  expect(previewed()).toContain('eigene Worte')
  expect((await field('title of the welcome')).placeholder).toBe('pick the setlist')
  await user.type(await field('title of the welcome'), 'tippe')
  expect(previewed()).toContain('tippe')
  await user.click(save())
  await screen.findByText('saved')
  expect(saved()).toEqual({
    ...TINHORN,
    translations: { de: { welcomeText: 'eigene Worte', welcomeTitle: 'tippe' }, es: {} },
    legal: { ...TINHORN.legal, translations: { de: {}, es: {} } },
  })
})

test('shows what is wrong at its field, and keeps what was typed', async () => {
  const { user, change } = open()
  await user.click(await screen.findByRole('button', { name: 'save' }))
  expect(await field('name of the band')).toBe(document.activeElement)
  expect(screen.getByText('is empty')).toBeTruthy()
  await user.type(await field('name of the band'), 'Señor Móvil')
  expect(screen.queryByText('is empty')).toBeNull()
  await user.type(await field('home time zone'), 'EST')
  await user.click(save())
  expect(await screen.findByText('is not a time zone such as America/Denver')).toBeTruthy()
  expect((await field('name of the band')).value).toBe('Señor Móvil')
  expect(change.bodies).toEqual([])
})

test('opens the section and the language that the server refuses', async () => {
  const { user } = open({
    origin: 'stored',
    refusal: { path: 'translations.de.footer.1', message: 'is longer than 200 characters' },
  })
  await user.type(await field('short name'), '!')
  await user.click(save())
  await screen.findByText('is longer than 200 characters')
  expect(await field('footer')).toBe(document.activeElement)
  expect((await field('language of the texts and the preview')).value).toBe('de')
  expect((await field('short name')).value).toBe('Tinhorn!')
})

test('takes a logo, refuses one with the reason, and removes it', async () => {
  const { user, saved } = open({ origin: 'stored' })
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  const upload = async (content: string) =>
    user.upload(await field('logo'), new File([content], 'logo.svg', { type: 'image/svg+xml' }))
  await upload(svg)
  expect(await screen.findByRole('button', { name: 'remove the logo' })).toBeTruthy()
  await upload(svg.replace('/>', '><script/></svg>'))
  expect(await screen.findByText('has a script, a link or an animation')).toBeTruthy()
  await user.click(save())
  await screen.findByText('saved')
  expect(saved().logo).toBe(svg)
  await user.click(screen.getByRole('button', { name: 'remove the logo' }))
  await user.click(save())
  await waitFor(() => expect(saved().logo).toBeNull())
})

test('says that the environment has the profile, and lets nobody change it', async () => {
  open({ origin: 'environment' })
  expect((await field('name of the band')).closest('fieldset')?.disabled).toBe(true)
  expect(screen.getByText(/environment variable BAND_PROFILE/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'save' })).toBeNull()
})

test('asks before unsaved texts are closed, and keeps them on other pages', async () => {
  const { user } = open({ origin: 'stored' })
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await user.type(await field('short name'), '!')
  expect(isAsked()).toBe(true)
  await user.click(screen.getByRole('button', { name: 'other page' }))
  expect(isAsked()).toBe(false)
  await user.click(screen.getByRole('button', { name: 'other page' }))
  await waitFor(async () => expect((await field('short name')).value).toBe('Tinhorn!'))
  await user.click(save())
  await screen.findByText('saved')
  expect(isAsked()).toBe(false)
})
