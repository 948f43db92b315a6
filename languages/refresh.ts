/**
 * `npm run languages`: writes the types of messages, and brings every language up to date with English: missing texts come
 * in empty, each shows the English one above it, and where that has changed it is marked to be looked at again.
 * `npm run languages fr` begins French.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createItem, type PoItem, parsePo, stringifyPo } from 'pofile-ts'
import { writeMessageTypes } from './message-types.ts'
import {
  LANGUAGES_DIR,
  listCatalogues,
  listLanguages,
  readLanguage,
  readTexts,
  SOURCE_LANGUAGE,
} from './read-catalogues.ts'

const TYPES = path.resolve(import.meta.dirname, '../shared/languages/messages.ts')

/** A catalogue of another language, as it should be written. */
export function refreshCatalogue(
  source: ReadonlyMap<string, string>,
  written: string,
  language: string,
): string {
  const known = new Map(parsePo(written).items.map((item) => [item.msgid, item]))
  const items = Array.from(source, ([msgid, text]) => {
    const item = known.get(msgid) ?? { ...createItem(), msgid, msgstr: [''] }
    const shown = item.extractedComments.join('\n')
    if (shown && shown !== text && item.msgstr[0]) item.flags.fuzzy = true
    return { ...item, extractedComments: text.split('\n') }
  })
  return writeCatalogue(language, items)
}

function writeCatalogue(language: string, items: PoItem[]): string {
  const headers = { Language: language, 'Content-Type': 'text/plain; charset=UTF-8' }
  return `${stringifyPo({ headers, items }, { foldLength: 0 }).trimEnd()}\n`
}

export function refreshLanguages(languages: readonly string[]): void {
  writeFileSync(TYPES, writeMessageTypes(readLanguage(SOURCE_LANGUAGE)))
  for (const language of languages.filter((each) => each !== SOURCE_LANGUAGE)) {
    mkdirSync(path.join(LANGUAGES_DIR, language), { recursive: true })
    for (const catalogue of listCatalogues(SOURCE_LANGUAGE)) {
      const file = path.join(LANGUAGES_DIR, language, `${catalogue}.po`)
      const written = existsSync(file) ? readFileSync(file, 'utf8') : ''
      writeFileSync(file, refreshCatalogue(readTexts(SOURCE_LANGUAGE, catalogue), written, language))
    }
  }
}

/** As in `de: 3 texts are missing`. */
function reportMissing(language: string): string {
  const count = (of: string) =>
    listCatalogues(of).reduce((sum, catalogue) => sum + readTexts(of, catalogue).size, 0)
  return `${language}: ${count(SOURCE_LANGUAGE) - count(language)} texts are missing`
}

if (import.meta.main) {
  refreshLanguages([...new Set([...listLanguages(), ...process.argv.slice(2)])])
  for (const language of listLanguages()) console.log(reportMissing(language))
}
