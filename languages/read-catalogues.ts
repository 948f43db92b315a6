import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Catalogue } from '@called-it/shared/languages/format-message'
import { LANGUAGE_CODE, type Language } from '@called-it/shared/languages/formats'
import { parsePo } from 'pofile-ts'
import { compileMessage } from './compile-message.ts'

/** Has the texts that the others translate. */
export const SOURCE_LANGUAGE = 'en'

/** One folder per language, whose name is its code. `LANGUAGES_DIR` names another one, for tests. */
export const LANGUAGES_DIR = path.resolve(process.env.LANGUAGES_DIR ?? import.meta.dirname)

const PO = '.po'

/** English first. */
export function listLanguages(): Language[] {
  const others = readdirSync(LANGUAGES_DIR, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && LANGUAGE_CODE.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => name !== SOURCE_LANGUAGE)
  return [SOURCE_LANGUAGE, ...others.sort()]
}

/** The part of an id before its dot. */
export const catalogueOf = (id: string) => id.slice(0, id.indexOf('.'))

export function listCatalogues(language: Language): string[] {
  const files = readdirSync(path.join(LANGUAGES_DIR, language)).filter((file) => file.endsWith(PO))
  return files.map((file) => file.slice(0, -PO.length)).sort()
}

/** The texts of a catalogue by their ids, as they are written. What is empty or fuzzy is not translated yet. */
export function readTexts(language: Language, catalogue: string): Map<string, string> {
  const file = path.join(LANGUAGES_DIR, language, catalogue + PO)
  const texts = new Map<string, string>()
  for (const { msgid, msgstr, flags, obsolete } of parsePo(readFileSync(file, 'utf8')).items) {
    const [text] = msgstr
    if (text && !flags.fuzzy && !obsolete) texts.set(msgid, text)
  }
  return texts
}

/** @throws with file and id, for a text that is no message */
export function readCatalogue(language: Language, catalogue: string): Catalogue {
  return Object.fromEntries(
    Array.from(readTexts(language, catalogue), ([id, text]) => {
      try {
        return [id, compileMessage(text)]
      } catch (error) {
        throw new Error(`${language}/${catalogue}${PO}, ${id}: ${String(error)}`, { cause: error })
      }
    }),
  )
}

export function readLanguage(language: Language): Catalogue {
  const catalogues = listCatalogues(language)
  return Object.assign({}, ...catalogues.map((name) => readCatalogue(language, name)))
}
