import path from 'node:path'
import {
  catalogueOf,
  LANGUAGES_DIR,
  listLanguages,
  readCatalogue,
  readLanguage,
  SOURCE_LANGUAGE,
} from '@called-it/languages/read-catalogues'
import type { Catalogue } from '@called-it/shared/languages/format-message'
import type { Plugin } from 'vite'

const CATALOGUE = 'virtual:texts/'
const TRANSLATION = 'virtual:translation/'
const RUNTIME = path.resolve(import.meta.dirname, '../src/lib/words/texts.ts')
/** What could be the id of a text. */
const ID = /'([a-z]+\.[a-z\d-]+)'/g

/**
 * Gives every module the English texts whose ids it names, and the means to load the catalogues in which they are in other
 * languages; on the server the catalogues themselves.
 */
export function texts(): Plugin {
  const others = listLanguages().filter((language) => language !== SOURCE_LANGUAGE)
  let english: Catalogue = {}
  return {
    name: 'called-it:texts',
    enforce: 'pre',
    buildStart() {
      english = readLanguage(SOURCE_LANGUAGE)
    },
    configureServer({ watcher, ws }) {
      watcher.add(LANGUAGES_DIR)
      watcher.on('change', (file) => {
        if (!file.endsWith('.po')) return
        english = readLanguage(SOURCE_LANGUAGE)
        ws.send({ type: 'full-reload' })
      })
    },
    resolveId(id) {
      return id.startsWith(CATALOGUE) || id.startsWith(TRANSLATION) ? `\0${id}` : null
    },
    load(id) {
      if (id.startsWith(`\0${TRANSLATION}`)) {
        const [language = '', catalogue = ''] = id.slice(TRANSLATION.length + 1).split('/')
        return `export default ${JSON.stringify(readCatalogue(language, catalogue))}`
      }
      if (!id.startsWith(`\0${CATALOGUE}`)) return null
      const catalogue = id.slice(CATALOGUE.length + 1)
      const isServer = this.environment.config.consumer === 'server'
      return (isServer ? holdCatalogue : loadCatalogue)(catalogue, others)
    },
    transform(code, id) {
      if (!/\/(?:web\/src|shared)\/.*\.tsx?$/.test(id) || id === RUNTIME) return null
      const ids = new Set(Array.from(code.matchAll(ID), ([, found = '']) => found).filter((each) => each in english))
      if (ids.size === 0) return null
      const used = Object.fromEntries(Array.from(ids, (each) => [each, english[each]]))
      const catalogues = new Set(Array.from(ids, catalogueOf))
      const imports = Array.from(catalogues, (name) => `import '${CATALOGUE}${name}'`)
      // At the end, so that lines keep their numbers.
      const keep = `import { keepTexts as keepTexts$ } from ${JSON.stringify(RUNTIME)}; keepTexts$('${SOURCE_LANGUAGE}', ${JSON.stringify(used)})`
      return { code: `${code}\n${[keep, ...imports].join(';')}`, map: null }
    },
  }
}

function loadCatalogue(catalogue: string, languages: readonly string[]): string {
  const loaders = languages.map((language) => `'${language}': () => import('${TRANSLATION}${language}/${catalogue}')`)
  return `import { wantCatalogue } from ${JSON.stringify(RUNTIME)}; wantCatalogue({ ${loaders.join(', ')} })`
}

function holdCatalogue(catalogue: string, languages: readonly string[]): string {
  const held = languages.map(
    (language, index) =>
      `import c${index} from '${TRANSLATION}${language}/${catalogue}'; keepTexts('${language}', c${index})`,
  )
  return [`import { keepTexts } from ${JSON.stringify(RUNTIME)}`, ...held].join(';')
}
