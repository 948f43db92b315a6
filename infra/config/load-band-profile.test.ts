import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadBandProfile, readBandProfile } from './load-band-profile.ts'

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
      'BAND_PROFILE: is neither one of infra/config/bands nor the path of a JSON file',
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
    [undefined, { startsLocal: '19:30', graceMinutes: 0, zone: null }],
    [{ graceMinutes: 15 }, { startsLocal: '19:30', graceMinutes: 15, zone: null }],
    [{ zone: 'Europe/Berlin' }, { startsLocal: '19:30', graceMinutes: 0, zone: 'Europe/Berlin' }],
  ])('completes the schedule %o', async (schedule, complete) => {
    const path = await write((profile) => ({ ...profile, schedule }))
    expect((await loadBandProfile(path)).schedule).toEqual(complete)
  })

  test.each([
    [
      'a start of 12 hours',
      { schedule: { startsLocal: '7:30 PM' } },
      '.schedule.startsLocal: is not a time such as 19:30',
    ],
    ['an accent by name', { accent: 'red' }, '.accent: is not a color such as #ffb43a'],
    ['a logo of pixels', { logo: 'logo.png' }, '.logo: does not end in .svg'],
    ['a logo that is missing', { logo: 'none.svg' }, '.logo: cannot be read'],
    ['a nickname of nothing', { nicknames: { elk: '' } }, '.nicknames.elk: is empty'],
    [
      'a zone without summers',
      { schedule: { zone: 'EST' } },
      '.schedule.zone: is not a time zone such as America/Denver',
    ],
    ['too much grace', { schedule: { graceMinutes: 31 } }, '.schedule.graceMinutes: is more than 30'],
    [
      'a section without a title',
      { legal: { terms: [{ text: ['Be kind.'] }] } },
      '.legal.terms.0.title: is missing',
    ],
    ['a missing field', { songwriter: { name: 'Somebody' } }, '.songwriter.slug: is missing'],
    [
      'a slug that fits no address',
      { songwriter: { name: 'S', slug: 'No Body' } },
      '.songwriter.slug: is not a slug: small letters and digits, with hyphens between them',
    ],
    [
      'an address that is a script',
      { dataSite: { name: 'S', url: 'javascript:alert(1)' } },
      '.dataSite.url: is not an http or https address',
    ],
    ['an empty name', { band: { name: '  ', shortName: 'S' } }, '.band.name: is empty'],
    ['a misspelt name', { bnad: {} }, ': has unknown names: bnad'],
    ['a group that is a text', { texts: 'hello' }, '.texts: is not an object'],
  ])('rejects %s with its reason', async (_, fields, line) => {
    const path = await write((profile) => ({ ...profile, ...fields }))
    const message = await loadBandProfile(path).catch((error: Error) => error.message)
    expect(message).toBe(`BAND_PROFILE${line}`)
  })

  test('reads the logo beside the profile', async () => {
    const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
    await writeFile(join(folder, 'logo.svg'), logo)
    const path = await write((profile) => ({ ...profile, logo: 'logo.svg', accent: '#00695c' }))
    expect(await loadBandProfile(path)).toMatchObject({ logo, accent: '#00695c' })
    await writeFile(join(folder, 'logo.svg'), 'a text')
    await expect(loadBandProfile(path)).rejects.toThrow('BAND_PROFILE.logo: is not an SVG')
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
    await expect(loadBandProfile(path)).rejects.toThrow('BAND_PROFILE: is not JSON')
  })
})

describe('profiles as JSON', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
  const withFields = async (fields: object) =>
    JSON.stringify({ ...(await readBandProfile(DEMO_PROFILE)), ...fields })

  test('reads the setting itself, with its logo', async () => {
    const logo = `\ufeff<?xml version="1.0"?>
      <!-- by hand --><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
        <style><![CDATA[.sign { fill: url("#light") }]]></style>
        <linearGradient id='light'/><path class="sign" d="M0 0h9" /><use xlink:href="#light"/>
        <text>Salt &amp; Sand</text>
      </svg>`
    const profile = await loadBandProfile(await withFields({ logo, accent: '#00695c' }))
    expect(profile).toMatchObject({ accent: '#00695c', logo: logo.trim() })
    expect((await readBandProfile(await withFields({}))).logo).toBeNull()
  })

  test('names the fields that are wrong, and the reasons', async () => {
    const setting = await withFields({ accent: 'red', band: { name: '', shortName: 'B' } })
    await expect(readBandProfile(setting)).rejects.toMatchObject({
      issues: [
        { name: 'BAND_PROFILE.band.name', reason: 'is empty' },
        { name: 'BAND_PROFILE.accent', reason: 'is not a color such as #ffb43a' },
      ],
    })
    await expect(readBandProfile('{"band":')).rejects.toMatchObject({
      issues: [{ name: 'BAND_PROFILE', reason: 'is not JSON' }],
    })
  })

  const OUTSIDE = 'refers to something else than its own parts, such as a picture or a font'
  const ENTITIES = 'has a DOCTYPE or entities; save it as plain SVG'
  test.each([
    ['a long one', `${SVG}<desc>${'x'.repeat(50_000)}</desc></svg>`, 'is longer than 50,000 characters'],
    ['HTML', '<html><svg/></html>', 'is not an SVG'],
    ['an element that stays open', `${SVG}<g></svg>`, 'is not an SVG'],
    ['two elements', `${SVG}</svg><svg/>`, 'is not an SVG'],
    ['a tag that is cut', `${SVG}<path d="M0 0"`, 'is not an SVG'],
    ['a script', `${SVG}<script>alert(1)</script></svg>`, 'has a script, a link or an animation'],
    ['a script by a prefix', `${SVG}<s:SCRIPT/></svg>`, 'has a script, a link or an animation'],
    ['an animated link', `${SVG}<set attributeName="href"/></svg>`, 'has a script, a link or an animation'],
    ['an event handler', `${SVG}<path onload = 'alert(1)'/></svg>`, 'has an event handler, such as onclick'],
    ['foreignObject', `${SVG}<foreignObject/></svg>`, 'has HTML in it'],
    ['HTML by its namespace', `${SVG}<p xmlns="http://www.w3.org/1999/xhtml"/></svg>`, 'has HTML in it'],
    ['a picture', `${SVG}<image href="https://elsewhere.example/a.png"/></svg>`, OUTSIDE],
    ['another document', `${SVG}<use xlink:href="other.svg#a"/></svg>`, OUTSIDE],
    ['another base', `${SVG}<g xml:base="https://elsewhere.example/"/></svg>`, OUTSIDE],
    ['a fill from elsewhere', `${SVG}<path fill="url( 'https://elsewhere.example/#a')"/></svg>`, OUTSIDE],
    ['a style that hides it', `${SVG}<path style="fill:u\\72l(//elsewhere.example)"/></svg>`, OUTSIDE],
    ['a style sheet', `${SVG}<style>@import "//elsewhere.example/a.css";</style></svg>`, OUTSIDE],
    [
      'a style sheet in parts',
      `${SVG}<style>a{fill:ur<!-- -->l(//elsewhere.example)}</style></svg>`,
      OUTSIDE,
    ],
    ['a DOCTYPE', `<!DOCTYPE svg>${SVG}</svg>`, ENTITIES],
    ['an entity', `${SVG}<text>&xxe;</text></svg>`, ENTITIES],
    ['a character by its number', `${SVG}<path fill="&#117;rl(//elsewhere.example)"/></svg>`, ENTITIES],
  ])('refuses a logo with %s', async (_, logo, reason) => {
    await expect(readBandProfile(await withFields({ logo }))).rejects.toThrow(`BAND_PROFILE.logo: ${reason}`)
  })
})
