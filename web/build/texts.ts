import { createHash } from 'node:crypto'
import { listLanguages, readLanguage, SOURCE_LANGUAGE } from '@called-it/languages/read-catalogues'
import { fileInLanguage } from '@called-it/shared/contract/served-page'
import type { Catalogue } from '@called-it/shared/languages/format-message'
import type { Plugin } from 'vite'

const CATALOGUES = 'virtual:catalogues'
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
    configureServer({ watcher, ws }) {
      watcher.on('change', (file) => {
        if (file.endsWith('.po')) ws.send({ type: 'full-reload' })
      })
    },
    resolveId: (id) => (id === CATALOGUES ? `\0${id}` : null),
    load(id) {
      if (id !== `\0${CATALOGUES}`) return null
      const { command, consumer } = { ...this.environment.config }
      const isWritten = command === 'build' && consumer === 'client'
      const entries = all.map(({ language, messages }) => [language, isWritten ? {} : messages])
      return `export const catalogues = ${JSON.stringify(Object.fromEntries(entries))}`
    },
    augmentChunkHash: ({ name }) =>
      fileInLanguage(`${name}-`, '') === `${name}-`
        ? undefined
        : createHash('sha256').update(JSON.stringify(all)).digest('hex'),
    generateBundle(_options, bundle) {
      if (this.environment.config.consumer !== 'client') return
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const { code } = chunk
        for (const { language, messages } of all) {
          const written = writeTexts(code, messages)
          if (language === SOURCE_LANGUAGE) chunk.code = written
          else {
            const fileName = chunk.fileName.replace(FILE, (_, folder: string, file: string) => {
              return folder + fileInLanguage(file, language)
            })
            if (fileName !== chunk.fileName)
              this.emitFile({ type: 'asset', fileName, source: withLinks(written, language) })
          }
        }
      }
    },
  }
}

const FILE = /^(assets\/)(.+)$/

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
