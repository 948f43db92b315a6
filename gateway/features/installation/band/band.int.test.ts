import { loadBandProfile } from '@called-it/infra/config/load-band-profile'
import { bandProfile } from '@called-it/shared/contract/band-profile'
import { makeAdmin } from '@called-it/tests/support/factories/accounts'
import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { expect, test } from 'vitest'

const gateway = await gatewayOfFile({
  settings: {
    async check({ BAND_PROFILE = 'tinhorn-observatory' }) {
      await loadBandProfile(BAND_PROFILE)
    },
  },
})
const admin = await gateway.loginAs(await makeAdmin(gateway.postgres.db))

const read = () => gateway.request('getBandProfile', {}, { as: admin })
const save = (profile: object) =>
  gateway.send('PUT', '/api/admin/settings', {
    as: admin,
    json: { settings: { BAND_PROFILE: JSON.stringify(profile) } },
  })

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'

test('reads the bundled profile, then the one that was saved', async () => {
  const { profile } = await read()
  expect(profile).toMatchObject({ band: { name: 'Tinhorn Observatory' }, logo: null })
  const changed = {
    ...profile,
    band: { name: 'The Placeholders', shortName: 'PH' },
    logo: LOGO,
    schedule: { startsLocal: '20:00', graceMinutes: 5, zone: 'Europe/Berlin' },
    legal: { contact: 'mail@band.example', terms: [{ title: 'Be kind', text: ['Please.'] }] },
  }
  expect(await save(changed)).toMatchObject({ status: 200 })
  expect((await read()).profile).toEqual({
    ...changed,
    legal: { ...changed.legal, contact: 'mailto:mail@band.example' },
  })
})

test('proposes texts that make a valid profile, in each language', async () => {
  const { profile, proposals } = await read()
  expect(Object.keys(proposals)).toEqual(['en', 'de', 'es'])
  expect(proposals.en?.welcomeText).toContain('{band}')
  for (const texts of Object.values(proposals)) {
    expect(bandProfile.safeParse({ ...profile, texts }).success).toBe(true)
  }
})

test('names the fields of a refused profile in the language of the request', async () => {
  const { profile } = await read()
  const settings = {
    BAND_PROFILE: JSON.stringify({
      ...profile,
      texts: { ...profile.texts, welcomeTitle: '', footer: ['one', ''] },
      logo: LOGO.replace('/>', '><script/></svg>'),
    }),
  }
  const refused = await gateway.send('PUT', '/api/admin/settings', {
    as: admin,
    json: { settings },
    headers: { 'accept-language': 'de' },
  })
  expect(refused).toMatchObject({
    status: 422,
    json: {
      issues: [
        {
          path: 'settings.BAND_PROFILE.logo',
          message: 'hat ein Skript, einen Link oder eine Animation',
        },
        { path: 'settings.BAND_PROFILE.texts.welcomeTitle', message: 'ist leer' },
        { path: 'settings.BAND_PROFILE.texts.footer.1', message: 'ist leer' },
      ],
    },
  })
  expect((await read()).profile).toEqual(profile)
})
