import { delimiter } from 'node:path'
import { startTestSite } from '@called-it/tests/support/setlist-sources/test-site'
import { describe, expect, test } from 'vitest'
import { createSetlistSource, parseSetlistSourceSetting, type SetlistSourceParts } from './catalogue.ts'

const SETLISTFM_PAGE =
  "SETLIST_SOURCE is a page of setlist.fm: use SETLIST_SOURCE=setlistfm:KEY:MBID, with an API key and the band's MusicBrainz id"

describe('SETLIST_SOURCE', () => {
  test.each([
    ['demo', { name: 'demo', options: { anchor: null } }],
    ['demo:2026-01-31', { name: 'demo', options: { anchor: '2026-01-31' } }],
    ['file:/data/setlist.fm.csv', { name: 'file', options: { paths: ['/data/setlist.fm.csv'] } }],
    ['file:/data/rows.csv', { name: 'file', options: { paths: ['/data/rows.csv'] } }],
    [`file:/data${delimiter}more.json`, { name: 'file', options: { paths: ['/data', 'more.json'] } }],
    [
      'phishnet:0F1E2D',
      { name: 'phishnet', options: { apiKey: '0F1E2D', baseUrl: 'https://api.phish.net/v5' } },
    ],
    [
      'songfish:https://site.example/api/v2/',
      { name: 'songfish', options: { baseUrl: 'https://site.example/api/v2' } },
    ],
    [
      'setlistfm:a-key_1:0F2C6AD5-58A1-4D3C-9A53-6D4F0D2F7C11',
      {
        name: 'setlistfm',
        options: {
          apiKey: 'a-key_1',
          mbid: '0f2c6ad5-58a1-4d3c-9a53-6d4f0d2f7c11',
          baseUrl: 'https://api.setlist.fm/rest/1.0',
        },
      },
    ],
  ])('parses %s', (value, setting) => {
    expect(parseSetlistSourceSetting(value)).toEqual(setting)
  })

  test.each([
    ['demo:tomorrow', 'SETLIST_SOURCE is not of the form demo or demo:YYYY-MM-DD'],
    ['file:', `SETLIST_SOURCE is not of the form file:PATH, or several paths with ${delimiter} between them`],
    ['phishnet', 'SETLIST_SOURCE is not of the form phishnet:KEY or phishnet:KEY@URL'],
    ['https://www.setlist.fm/setlists/x.html', SETLISTFM_PAGE],
    ['file:www.setlist.fm/x', SETLISTFM_PAGE],
    ['songfish:http://api.setlist.fm/rest/1.0', SETLISTFM_PAGE],
    ['phishnet:s3cret@ftp://x.example', 'SETLIST_SOURCE is not of the form phishnet:KEY or phishnet:KEY@URL'],
    ['songfish:http://[s3cret', 'SETLIST_SOURCE is not of the form songfish:URL'],
    [
      'setlistfm:s3cret:a-band',
      'SETLIST_SOURCE is not of the form setlistfm:KEY:MBID or setlistfm:KEY:MBID@URL',
    ],
  ])('rejects %s with the expected form', (value, message) => {
    expect(() => parseSetlistSourceSetting(value)).toThrow(new Error(message))
  })

  test.each(['', 's3cret', 'phish:s3cret', 'toString', '__proto__:s3cret', ' phishnet:s3cret'])(
    'rejects %j with all known forms and does not repeat it',
    (value) => {
      const form = /^SETLIST_SOURCE is not of the form demo or .*, or file:PATH.*, or phishnet:KEY/
      expect(() => parseSetlistSourceSetting(value)).toThrow(form)
      expect(() => parseSetlistSourceSetting(value)).not.toThrow(/s3cret/)
    },
  )
})

describe('setlist source', () => {
  const unused: SetlistSourceParts = {
    permit: () => Promise.reject(new Error('no permit was expected')),
    today: () => Promise.reject(new Error('no day was expected')),
    demoAnchor: () => Promise.reject(new Error('no anchor was expected')),
  }

  test('starts the demo on the installation’s anchor', async () => {
    const source = createSetlistSource(parseSetlistSourceSetting('demo'), {
      ...unused,
      today: async () => '2026-02-02',
      demoAnchor: async () => '2026-02-01',
    })
    const shows = await source.listShows()
    expect(shows[60]?.date).toBe('2026-02-01')
  })

  test('waits for a permit before a request', async () => {
    const events: string[] = []
    const site = await startTestSite((_, response) => {
      events.push('request')
      response.end('{"error": false, "data": []}')
    })
    const source = createSetlistSource(parseSetlistSourceSetting(`phishnet:0F1E2D@${site.url}`), {
      ...unused,
      permit: async () => void events.push('permit'),
    })
    await source.listSongs()
    expect(events).toEqual(['permit', 'request'])
  })
})
