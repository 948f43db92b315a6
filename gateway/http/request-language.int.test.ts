import { textsIn } from '@called-it/languages/texts'
import { ERRORS } from '@called-it/shared/contract/errors'
import { LANGUAGE_COOKIE } from '@called-it/shared/contract/served-page'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { describe, expect, test } from 'vitest'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres

const notFound = (language: string) => ({
  code: 'show_not_found',
  message: textsIn(language)(ERRORS.show_not_found.text),
})
const ask = (headers: Record<string, string>) => gateway.send('GET', '/api/shows/999999', { headers })
const cookie = (language: string) => `${LANGUAGE_COOKIE}=${language}`

describe('language of a request', () => {
  test.each([
    [{}, 'en'],
    [{ 'accept-language': 'de-AT,en;q=0.5' }, 'de'],
    [{ 'accept-language': 'fr,es;q=0.8' }, 'es'],
    [{ 'accept-language': 'fr' }, 'en'],
    [{ 'accept-language': 'en-GB,de;q=0.9,en;q=0.8' }, 'en'],
    [{ 'accept-language': 'es-419,en;q=0.9' }, 'es'],
    [{ 'accept-language': 'de', cookie: cookie('es') }, 'es'],
    [{ 'accept-language': 'de', cookie: cookie('tlh') }, 'de'],
  ])('is chosen for %j: %s', async (headers: Record<string, string>, language) => {
    const response = await ask(headers)
    expect(response.json).toEqual(notFound(language))
    expect(response.headers.get('vary')).toContain('Accept-Language, Cookie')
  })

  test('is that of the issues of a body', async () => {
    const { json } = await gateway.send('POST', '/api/auth/register', {
      json: { email: 'nowhere', display_name: 'Mo', password: 'long enough' },
      headers: { 'accept-language': 'de' },
    })
    expect(json).toMatchObject({
      message: textsIn('de')(ERRORS.invalid.text),
      issues: [{ path: 'email', message: textsIn('de')('field.email') }],
    })
  })

  test('leaves the bodies of the API as they are', async () => {
    const { id } = await makeShow(db)
    const bodies = await Promise.all(
      ['en', 'de', 'es'].map(async (language) => {
        const { text } = await gateway.send('GET', `/api/shows/${id}`, {
          headers: { 'accept-language': language },
        })
        return text
      }),
    )
    expect(new Set(bodies).size).toBe(1)
  })

  test('is never that of another request at the same time', async () => {
    const languages = Array.from({ length: 1_000 }, (_, at) => ['en', 'de', 'es'][at % 3] ?? 'en')
    const said = await Promise.all(languages.map((language) => ask({ 'accept-language': language })))
    expect(said.map(({ json }) => json)).toEqual(languages.map(notFound))
  })
})

describe('language of an account', () => {
  test('is kept, and refused where nobody speaks it', async () => {
    const as = await gateway.loginAs(await makeUser(db))
    const set = (language: string) => gateway.send('PUT', '/api/auth/me/language', { as, json: { language } })
    expect(await set('es')).toMatchObject({ status: 200, json: { language: 'es' } })
    expect(await set('fr')).toMatchObject(refusal(422, 'invalid'))
    expect((await gateway.send('GET', '/api/auth/me', { as })).json).toMatchObject({ language: 'es' })
  })
})
