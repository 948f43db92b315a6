import { createHash } from 'node:crypto'
import {
  LANGUAGES_DIR,
  listLanguages,
  readLanguage,
  SOURCE_LANGUAGE,
} from '@called-it/languages/read-catalogues'
import { fileInLanguage, isInEveryLanguage } from '@called-it/shared/contract/served-page'
import type { Catalogue } from '@called-it/shared/languages/format-message'
import type { Plugin, Rolldown } from 'vite'

const CATALOGUES = 'virtual:catalogues'
/** How a language is called in it. */
const OWN_NAME = 'ui.own-name'
/** What could be the id of a text, as a minifier may write it. */
const ID = /(["'`])([a-z]+\.[a-z\d-]+)\1/g

type Texts = { readonly language: string; readonly messages: Catalogue }

/** English takes the place of what a language does not have. */
function readTexts(): Texts[] {
  const english = readLanguage(SOURCE_LANGUAGE)
  return listLanguages().map((language) => ({
    language,
    messages: { ...english, ...readLanguage(language) },
  }))
}

/**
 * Writes the texts into the client in place of their ids, for each language into files of its own: a browser loads the texts
 * of one language, with the code that shows them. The server and tests look them up by id instead.
 */
export function texts(): Plugin {
  let all: Texts[] = []
  return {
    name: 'called-it:texts',
    buildStart() {
      all = readTexts()
    },
    configureServer({ watcher, ws, moduleGraph }) {
      watcher.add(LANGUAGES_DIR)
      watcher.on('change', (file) => {
        if (!file.endsWith('.po')) return
        all = readTexts()
        moduleGraph.invalidateAll()
        ws.send({ type: 'full-reload' })
      })
    },
    resolveId: (id) => (id === CATALOGUES ? `\0${id}` : null),
    load(id) {
      if (id !== `\0${CATALOGUES}`) return null
      const { config } = this.environment
      const isWritten = config.command === 'build' && config.consumer === 'client'
      const entries = all.map(({ language, messages }) => [language, isWritten ? {} : messages])
      const names = all.map(({ language, messages }) => [language, messages[OWN_NAME] ?? language])
      return Object.entries({ catalogues: entries, names })
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(Object.fromEntries(value))}`)
        .join('\n')
    },
    augmentChunkHash: ({ name }) =>
      isInEveryLanguage(`${name}-`)
        ? undefined
        : createHash('sha256').update(JSON.stringify(all)).digest('hex'),
    // After Vite has written the files that an import needs.
    generateBundle: { order: 'post', handler: writeLanguages },
  }

  function writeLanguages(this: Rolldown.PluginContext, _options: unknown, bundle: Rolldown.OutputBundle) {
    if (this.environment.config.consumer !== 'client') return
    for (const chunk of Object.values(bundle)) {
      const file = chunk.fileName.slice(FOLDER.length)
      if (chunk.type !== 'chunk' || isInEveryLanguage(file)) continue
      const { code } = chunk
      for (const { language, messages } of all) {
        const written = writeTexts(code, messages)
        const fileName = FOLDER + fileInLanguage(file, language)
        if (language === SOURCE_LANGUAGE) chunk.code = written
        else this.emitFile({ type: 'asset', fileName, source: withLinks(written, language) })
      }
    }
  }
}

const FOLDER = 'assets/'

function writeTexts(code: string, messages: Catalogue): string {
  return code.replace(ID, (literal, _quote, id: string) => {
    const message = messages[id]
    return message === undefined ? literal : JSON.stringify(message)
  })
}

/** Scripts of a language import those of the same one. */
function withLinks(code: string, language: string): string {
  return code
    .replace(/(["'`])\.\/([\w.-]+\.js)\1/g, (link, quote: string, file: string) => {
      return fileInLanguage(file, language) === file ? `${quote}../${file}${quote}` : link
    })
    .replace(/(["'`])assets\/([\w.-]+\.js)\1/g, (_, quote: string, file: string) => {
      return `${quote}assets/${fileInLanguage(file, language)}${quote}`
    })
}
