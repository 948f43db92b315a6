import { readFileSync } from 'node:fs'
import path from 'node:path'
import { findLiterals } from '@called-it/tests/repository/literals'
import { repository, sourceFiles } from '@called-it/tests/repository/source-files'
import { describe, expect, test } from 'vitest'
import { compileMessage } from './compile-message.ts'
import { valuesOf, writeMessageTypes } from './message-types.ts'
import {
  catalogueOf,
  LANGUAGES_DIR,
  listCatalogues,
  listLanguages,
  readLanguage,
  readTexts,
  SOURCE_LANGUAGE,
} from './read-catalogues.ts'
import { refreshCatalogue } from './refresh.ts'

const MAX_ID = 20
/** Those that have every text. */
const COMPLETE = ['de', 'es']

const textsOf = (language: string) =>
  new Map(listCatalogues(language).flatMap((name) => [...readTexts(language, name)]))
const english = textsOf(SOURCE_LANGUAGE)
const isProduct = (file: string) => !/^tests\/|\.test\.|\.d\.ts$/.test(file)
const sources = sourceFiles('ts', 'tsx').filter((file) => isProduct(file.path))

/** What has to be the same in every language: names and types of values, and tags. Only English inflects names. */
function shapeOf(text: string) {
  const { ending: _, ...values } = Object.fromEntries(valuesOf(compileMessage(text)))
  return values
}

/** Of each choice by number in a text, its branches. */
function branchesOf(text: string) {
  const found: { by: 'cardinal' | 'ordinal'; branches: string[] }[] = []
  JSON.stringify(compileMessage(text), (_key, value: unknown) => {
    if (Array.isArray(value) && (value[2] === 'cardinal' || value[2] === 'ordinal')) {
      const branches = Object.keys(value[1]).filter((branch) => !branch.startsWith('='))
      found.push({ by: value[2], branches: branches.sort() })
    }
    return value
  })
  return found
}

function categoriesOf(language: string, type: 'cardinal' | 'ordinal'): string[] {
  return [...new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories].sort()
}

describe('English catalogue', () => {
  test('has ids of its file, of at most 20 characters', () => {
    for (const catalogue of listCatalogues(SOURCE_LANGUAGE)) {
      for (const id of readTexts(SOURCE_LANGUAGE, catalogue).keys()) {
        expect(catalogueOf(id), id).toBe(catalogue)
        expect(id.length, id).toBeLessThanOrEqual(MAX_ID)
      }
    }
  })

  test('has no text without a use', () => {
    const code = sources.filter(({ path }) => !path.endsWith('languages/messages.ts'))
    const named = new Set(code.flatMap(({ text }) => text.match(/(?<=['"])[a-z]+\.[a-z\d-]+(?=['"])/g) ?? []))
    expect([...english.keys()].filter((id) => !named.has(id))).toEqual([])
  })

  test('is what the types of messages were written from', () => {
    const file = path.join(repository, 'shared/languages/messages.ts')
    expect(readFileSync(file, 'utf8'), 'npm run languages').toBe(
      writeMessageTypes(readLanguage(SOURCE_LANGUAGE)),
    )
  })
})

describe.each(listLanguages())('catalogue of %s', (language) => {
  const texts = textsOf(language)

  test('has the values and tags of English', () => {
    for (const [id, text] of texts) expect(shapeOf(text), id).toEqual(shapeOf(english.get(id) ?? ''))
  })

  test('has the plural forms of the language', () => {
    for (const [id, text] of texts) {
      for (const { by, branches } of branchesOf(text)) {
        expect(branches, id).toEqual(categoriesOf(language, by))
      }
    }
  })

  test.runIf(COMPLETE.includes(language))('has every text', () => {
    expect([...english.keys()].filter((id) => !texts.has(id))).toEqual([])
  })

  test.skipIf(language === SOURCE_LANGUAGE)('shows the English of today', () => {
    for (const name of listCatalogues(SOURCE_LANGUAGE)) {
      const written = readFileSync(path.join(LANGUAGES_DIR, language, `${name}.po`), 'utf8')
      const refreshed = refreshCatalogue(readTexts(SOURCE_LANGUAGE, name), written, language)
      expect(written, `${language}/${name}.po: npm run languages`).toBe(refreshed)
    }
  })
})

describe('source', () => {
  /** What users read is made here. */
  const SPOKEN =
    /^(?:web\/src\/(?!server)|gateway\/preview-images|gateway\/pages\/page-(?:heads|words)|gateway\/features\/\w+\/(?:calendar|feed|embedded-board)\.ts|infra\/mail\/templates|workers\/messages|gateway\/resources|shared\/(?:notifications|words))/

  /** Names, values of unions, and a page that the specification gives to developers. */
  const KNOWN = [
    ...[
      'Yahoo Mail',
      'iCloud Mail',
      'Proton Mail',
      'AOL Mail',
      'Called It',
      'called it',
      'Bricolage Grotesque',
    ],
    ...['full set', 'by show', 'no pushes', 'home screen', 'unsent draft', 'play along', 'Tour Leader'],
    ...['proposed as renamed', 'already been used', 'io server disconnect', 'node', 'light dark'],
    // Data of the API, and a reason for operators.
    ...['Unknown song', 'The message could not be composed.'],
  ]

  test('has no text outside of the catalogues', () => {
    const found = sources
      .filter(({ path }) => SPOKEN.test(path))
      .flatMap(({ path, text }) => findLiterals(path, text))
    const isKnown = (each: string) =>
      /\/(?:test-tours\/|nginx-lines\.ts)/.test(each) || KNOWN.some((known) => each.endsWith(`: ${known}`))
    expect(found.filter((each) => !isKnown(each))).toEqual([])
  })

  // The build puts the text in the place of each literal that is its id.
  test('names no field of a form as a text', () => {
    const fields =
      /(?:\bname=\{?|\bpath=\{?|\b(?:register|watch|setValue|getValues|setError)\()["'`]([\w.-]+)/g
    const named = sources.flatMap(({ path, text }) =>
      Array.from(text.matchAll(fields), ([, field = '']) => ({ path, field })),
    )
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter(({ field }) => english.has(field))).toEqual([])
  })
})

describe('refreshCatalogue', () => {
  const write = (english: string, written: string) =>
    refreshCatalogue(new Map([['show.locked', english]]), written, 'fr')

  test('begins a language with empty texts below the English ones', () => {
    expect(write('picks are closed', '')).toContain('#. picks are closed\nmsgid "show.locked"\nmsgstr ""\n')
  })

  test('marks a text whose English has changed, and counts it as missing', () => {
    const written = write('picks are closed', '').replace(/(?<=locked"\n)msgstr ""/, 'msgstr "fini"')
    expect(write('picks are closed', written)).not.toContain('fuzzy')
    expect(write('picks have closed', written)).toContain('#, fuzzy\nmsgid "show.locked"\nmsgstr "fini"')
  })

  test('drops a text that English no longer has', () => {
    const written = write('picks are closed', '').replaceAll('show.locked', 'show.gone')
    expect(write('picks are closed', written)).not.toContain('show.gone')
  })
})

describe('compileMessage', () => {
  test.each(['<b>no end', '{count, plural, one {#}}', '{name', '{day, date}'])('refuses %s', (text) => {
    expect(() => compileMessage(text)).toThrow()
  })
})
