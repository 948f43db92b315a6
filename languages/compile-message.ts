import type { Message } from '@called-it/shared/languages/format-message'
import { type IcuNode, parseIcu } from 'pofile-ts'

/**
 * Compiles a text in the message format of ICU, with tags such as `<link>`.
 *
 * @throws for what is no such text: a brace or tag without its other half, a choice without a branch `other`
 */
export function compileMessage(text: string): Message {
  const parsed = parseIcu(text)
  if (!parsed.success) throw new Error(parsed.errors.map(({ message }) => message).join(', '))
  return compile(parsed.ast)
}

function compile(nodes: readonly IcuNode[]): Message {
  const parts = nodes.map(compilePart)
  const [first = ''] = parts
  return parts.length < 2 && typeof first === 'string' ? first : parts
}

function compilePart(node: IcuNode): Exclude<Message, string>[number] {
  switch (node.type) {
    case 'literal':
      return node.value
    case 'argument':
      return [node.value]
    case 'pound':
      return 0
    case 'number':
      return [node.value, 0]
    case 'tag':
      return [node.value, compile(node.children)]
    case 'select':
      return [node.value, compileBranches(node.options), 'value']
    case 'plural':
      return [node.value, compileBranches(node.options), node.pluralType]
    default:
      throw new Error(`{${node.value}, ${node.type}} is not known here`)
  }
}

function compileBranches(branches: Readonly<Record<string, { value: IcuNode[] }>>) {
  return Object.fromEntries(Object.entries(branches).map(([key, { value }]) => [key, compile(value)]))
}
