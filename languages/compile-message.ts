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
  return compile(parsed.ast, '')
}

/** `counted`: the value for which # stands. */
function compile(nodes: readonly IcuNode[], counted: string): Message {
  const parts = nodes.map((node) => compilePart(node, counted))
  const [first = ''] = parts
  return parts.length < 2 && typeof first === 'string' ? first : parts
}

function compilePart(node: IcuNode, counted: string): Exclude<Message, string>[number] {
  switch (node.type) {
    case 'literal':
      return node.value
    case 'argument':
      return [node.value]
    case 'pound':
      return [counted, 'number']
    case 'number':
      return [node.value, 'number']
    case 'tag':
      return [node.value, 'tag', compile(node.children, counted)]
    case 'select':
      return [node.value, 'select', compileBranches(node.options, counted)]
    case 'plural': {
      const kind = node.pluralType === 'cardinal' ? 'plural' : 'selectordinal'
      return [node.value, kind, compileBranches(node.options, node.value)]
    }
    default:
      throw new Error(`{${node.value}, ${node.type}} is not known here`)
  }
}

function compileBranches(branches: Readonly<Record<string, { value: IcuNode[] }>>, counted: string) {
  return Object.fromEntries(
    Object.entries(branches).map(([key, { value }]) => [key, compile(value, counted)]),
  )
}
