import { formatMessage } from '@called-it/shared/languages/format-message'
import type { TextId } from '@called-it/shared/languages/translate'
import { describe, expect, test } from 'vitest'
import { compileMessage } from './compile-message.ts'
import { valuesOf } from './message-types.ts'
import { listLanguages, readLanguage } from './read-catalogues.ts'
import { english, textsIn } from './texts.ts'

const HOSTILE = ['<b>x</b>', '{0}', '<link>x</link>', "'{'name'}'", '# {count, plural, other {#}}']

describe.each(listLanguages())('texts of %s', (language) => {
  test('leaves hostile values as they are', () => {
    for (const [id, message] of Object.entries(readLanguage(language))) {
      const names = [...valuesOf(message)].filter(([, type]) => type === 'string').map(([name]) => name)
      for (const hostile of HOSTILE) {
        const values = Object.fromEntries(
          [...valuesOf(message)].map(([name, type]) => [name, type === 'number' ? 3 : hostile]),
        )
        const pieces = formatMessage<string[]>(message, values, language, (tag, content) => [
          tag,
          ...content.flat(),
        ])
        const text = pieces.flat().join('')
        const isChosen = names.every((name) => !JSON.stringify(message).includes(`["${name}",{`))
        if (isChosen && names.length > 0) expect(text, id).toContain(hostile)
        for (const [tag] of pieces.filter(Array.isArray))
          expect(valuesOf(message).get(tag), id).toBe('TagValue')
      }
    }
  })
})

describe('translate', () => {
  test('is English in a language that nobody has translated', () => {
    const id: TextId = 'feed.players'
    expect(textsIn('xx')(id, { players: 1_204 })).toBe('1,204 players.')
    expect(textsIn('de')(id, { players: 1_204 })).toBe('1.204 Fans.')
    expect(english.language).toBe('en')
  })

  test.each([
    ['one {#} other {# #}', 0, '0 0'],
    ['=0 {none} one {one} other {#}', 0, 'none'],
    ['one {one} other {#}', 1_000, '1,000'],
  ])('chooses the branch: {count, plural, %s} of %d is %s', (branches, count, expected) => {
    const message = compileMessage(`{count, plural, ${branches}}`)
    expect(formatMessage(message, { count }, 'en', () => '').join('')).toBe(expected)
  })
})
