import { cp, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  LANGUAGES_DIR,
  listCatalogues,
  readTexts,
  SOURCE_LANGUAGE,
} from '@called-it/languages/read-catalogues'
import { createItem, type IcuNode, parseIcu, stringifyPo } from 'pofile-ts'

/** That of Latin, in which nobody plays. */
export const PSEUDO_LANGUAGE = 'la'

const ACCENTED: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('aeiouAEIOUcnsyzCNSYZ', (letter, at) => [letter, 'àéîöûÀÉÎÖÛçñšýžÇÑŠÝŽ'[at] ?? letter]),
)

/** Accented, 40 % longer, and in brackets, so that a text that is no message shows, and one that is cut. */
export function pseudo(text: string): string {
  const parsed = parseIcu(text)
  if (!parsed.success) throw new Error(`no message: ${text}`)
  const length = parsed.ast.reduce((sum, node) => sum + (node.type === 'literal' ? node.value.length : 4), 0)
  return `[${write(parsed.ast)}${'·'.repeat(Math.ceil(length * 0.4))}]`
}

function write(nodes: readonly IcuNode[]): string {
  return nodes.map(writeNode).join('')
}

function writeNode(node: IcuNode): string {
  switch (node.type) {
    case 'literal':
      return [...node.value]
        .map((letter) => (/[<{}]/.test(letter) ? `'${letter}'` : (ACCENTED[letter] ?? letter)))
        .join('')
    case 'argument':
      return `{${node.value}}`
    case 'pound':
      return '#'
    case 'tag':
      return `<${node.value}>${write(node.children)}</${node.value}>`
    case 'plural':
    case 'select': {
      const kind =
        node.type === 'select' ? 'select' : node.pluralType === 'cardinal' ? 'plural' : 'selectordinal'
      const branches = Object.entries(node.options).map(([key, { value }]) => `${key} {${write(value)}}`)
      return `{${node.value}, ${kind}, ${branches.join(' ')}}`
    }
    default:
      return `{${node.value}, ${node.type}}`
  }
}

/** Writes the languages into a folder, with the invented one beside them. */
export async function writePseudoLanguage(folder: string): Promise<void> {
  await cp(LANGUAGES_DIR, folder, {
    recursive: true,
    filter: (file) => !/node_modules|\.build|\.(?:ts|json)$/.test(file),
  })
  await mkdir(path.join(folder, PSEUDO_LANGUAGE), { recursive: true })
  for (const name of listCatalogues(SOURCE_LANGUAGE)) {
    const items = Array.from(readTexts(SOURCE_LANGUAGE, name), ([msgid, text]) => {
      return { ...createItem(), msgid, msgstr: [pseudo(text)] }
    })
    await writeFile(path.join(folder, PSEUDO_LANGUAGE, `${name}.po`), stringifyPo({ items }))
  }
}
