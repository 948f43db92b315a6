import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadBandProfile } from './load-band-profile.ts'

const DEMO_PROFILE = 'tinhorn-observatory'

describe('bundled profiles', async () => {
  const files = await readdir(join(import.meta.dirname, 'bands'))
  const names = files.filter((file) => file.endsWith('.json')).map((file) => file.replace('.json', ''))

  test.each(names)('loads %s', async (name) => {
    await expect(loadBandProfile(name)).resolves.toBeDefined()
  })

  test('includes the demo band', async () => {
    const profile = await loadBandProfile(DEMO_PROFILE)
    expect(profile.band.name).toBe('Tinhorn Observatory')
    expect(profile.songwriter).toEqual({ name: 'Marlow Pell', slug: 'pell' })
  })

  test('rejects an unknown name', async () => {
    await expect(loadBandProfile('nobody')).rejects.toThrow(
      'The band profile nobody is neither one of infra/config/bands nor the path of a JSON file',
    )
  })
})

describe('profiles from files', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'band-profile-'))
  })

  afterAll(async () => {
    await rm(folder, { recursive: true })
  })

  async function write(change: (profile: Record<string, unknown>) => unknown): Promise<string> {
    const path = join(folder, 'band.json')
    const { logo: _, ...profile } = structuredClone(await loadBandProfile(DEMO_PROFILE))
    await writeFile(path, JSON.stringify(change(profile)))
    return path
  }

  test('loads a valid file and trims its texts', async () => {
    const path = await write((profile) => ({
      ...profile,
      band: { name: ' The Placeholders ', shortName: 'PH' },
    }))
    const profile = await loadBandProfile(path)
    expect(profile.band).toEqual({ name: 'The Placeholders', shortName: 'PH' })
  })

  test.each([
    [undefined, { startsLocal: '19:30', graceMinutes: 0 }],
    [{ graceMinutes: 15 }, { startsLocal: '19:30', graceMinutes: 15 }],
    [{ startsLocal: '20:00' }, { startsLocal: '20:00', graceMinutes: 0 }],
  ])('completes the schedule %o', async (schedule, complete) => {
    const path = await write((profile) => ({ ...profile, schedule }))
    expect((await loadBandProfile(path)).schedule).toEqual(complete)
  })

  test.each([
    [
      'a start of 12 hours',
      { schedule: { startsLocal: '7:30 PM' } },
      'schedule.startsLocal is not a time such as 19:30',
    ],
    ['an accent by name', { accent: 'red' }, 'accent is not a colour such as #ffb43a'],
    ['a logo of pixels', { logo: 'logo.png' }, 'logo does not end in .svg'],
    ['a logo that is missing', { logo: 'none.svg' }, 'logo cannot be read'],
    ['a nickname of nothing', { nicknames: { elk: '' } }, 'nicknames.elk is empty'],
    ['too much grace', { schedule: { graceMinutes: 31 } }, 'schedule.graceMinutes is more than 30'],
    [
      'a section without a title',
      { legal: { terms: [{ text: ['Be kind.'] }] } },
      'legal.terms.0.title is missing',
    ],
    ['a missing field', { songwriter: { name: 'Somebody' } }, 'songwriter.slug is missing'],
    [
      'a slug that fits no address',
      { songwriter: { name: 'S', slug: 'No Body' } },
      'songwriter.slug is not a slug: small letters and digits, with hyphens between them',
    ],
    [
      'an address that is a script',
      { dataSite: { name: 'S', url: 'javascript:alert(1)' } },
      'dataSite.url is not an http or https address',
    ],
    ['an empty name', { band: { name: '  ', shortName: 'S' } }, 'band.name is empty'],
    ['a misspelt name', { bnad: {} }, 'it has unknown names: bnad'],
    ['a group that is a text', { texts: 'hello' }, 'texts is not an object'],
  ])('rejects %s with its reason', async (_, fields, line) => {
    const path = await write((profile) => ({ ...profile, ...fields }))
    const message = await loadBandProfile(path).catch((error: Error) => error.message)
    expect(message).toBe(`The band profile ${path} is not valid:\n${line}`)
  })

  test('reads the logo beside the profile', async () => {
    const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
    await writeFile(join(folder, 'logo.svg'), logo)
    const path = await write((profile) => ({ ...profile, logo: 'logo.svg', accent: '#00695c' }))
    expect(await loadBandProfile(path)).toMatchObject({ logo, accent: '#00695c' })
    await writeFile(join(folder, 'logo.svg'), 'a text')
    await expect(loadBandProfile(path)).rejects.toThrow('logo is not an SVG')
  })

  test('draws a check mark that shows on the accent without a logo', async () => {
    const logoOn = async (accent: string) =>
      (await loadBandProfile(await write((profile) => ({ ...profile, accent })))).logo
    expect(await logoOn('#ffb43a')).toContain('#1c1300')
    expect(await logoOn('#1b1630')).toContain('#faf5ea')
  })

  test('rejects a file that is not JSON', async () => {
    const path = join(folder, 'broken.json')
    await writeFile(path, '{"band":')
    await expect(loadBandProfile(path)).rejects.toThrow(`The band profile ${path} is not JSON`)
  })
})
