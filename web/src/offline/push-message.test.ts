import { describe, expect, test } from 'vitest'
import { pathOf, readPush } from './push-message.ts'

const ORIGIN = 'https://called-it.example'

describe('push message', () => {
  test('reads the declarative form', () => {
    const notification = {
      ...{ title: 'Final: 34 points', body: 'The Barn', tag: 'final-12', app_badge: '3' },
      navigate: `${ORIGIN}/prediction/12/score`,
    }
    expect(readPush({ web_push: 8030, notification }, ORIGIN, 'news')).toEqual({
      ...{ title: 'Final: 34 points', body: 'The Barn', tag: 'final-12', badge: 3 },
      path: '/prediction/12/score',
    })
  })

  test.each([[null], ['text'], [{}], [{ notification: { title: 4 } }], [{ notification: null }]])(
    'shows a generic text for %j',
    (payload) => {
      expect(readPush(payload, ORIGIN, 'news')).toMatchObject({
        title: 'Called It',
        body: 'news',
        path: '/notifications',
      })
    },
  )

  test.each([
    ['/shows/3?x=1#y', '/shows/3?x=1#y'],
    [`${ORIGIN}/shows/3`, '/shows/3'],
    ['https://elsewhere.example/shows/3', '/notifications'],
    ['//elsewhere.example/', '/notifications'],
    ['javascript:alert(1)', '/notifications'],
    [undefined, '/notifications'],
  ])('opens for %s: %s', (address, path) => {
    expect(pathOf(address, ORIGIN)).toBe(path)
  })
})
