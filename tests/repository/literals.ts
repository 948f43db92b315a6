import { parseSync } from 'vite'

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>

/** What screen readers say or browsers show, and what components of the client show of theirs. */
const READ =
  /^(?:aria-(?:label|description|roledescription|valuetext)|title|placeholder|alt|label|heading|header|note|caption|description|what|above|below|words)$/
/** A literal that is not shown: names of classes and styles, and what a developer reads. */
const TECHNICAL =
  /^(?:className|class|style|sizes|srcSet|accept|autoComplete|sandbox|allow|viewBox|d|pattern|media|rel)$/

/** The id of a text, markup, a style sheet, or a media query. */
const CODE = /^(?:[a-z]+\.[a-z\d-]+$|[\s\0]*[<:]|\()/
const WORD = /\p{L}{2}/u
const WORDS = /\p{L}{2,}[,.:;!?]? \p{L}/u

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return nameOf(node.property)
  return typeof node.name === 'string' ? node.name : ''
}

/** The literals of a source that somebody would read, with their lines: they belong into the catalogues. */
export function findLiterals(file: string, code: string): string[] {
  const found: string[] = []
  const report = (node: Node, text: string) => {
    const line = code.slice(0, node.start).split('\n').length
    found.push(`${file}:${line}: ${text.replaceAll('\0', '').trim()}`)
  }

  /** `shown`: inside what is read, where one word is enough. */
  function visit(value: unknown, shown: boolean): void {
    if (Array.isArray(value)) {
      for (const each of value) visit(each, shown)
      return
    }
    if (!isNode(value)) return
    const text = textOf(value)
    if (text !== null) {
      if ((shown ? WORD : WORDS).test(text) && !CODE.test(text)) report(value, text)
      visit(value.expressions, shown)
      return
    }
    if (isSkipped(value)) return
    for (const [key, child] of Object.entries(value)) visit(child, isShown(value, key, shown))
  }

  visit(parseSync(file, code).program, false)
  return found
}

function textOf(node: Node): string | null {
  if (node.type === 'JSXText' || node.type === 'Literal') {
    return typeof node.value === 'string' ? node.value : null
  }
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return null
  return node.quasis.map(({ value }: { value: { cooked: string } }) => value.cooked).join('\u0000')
}

function isSkipped(node: Node): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
      return isNode(node.source)
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAnnotation':
    case 'TSTypeParameterInstantiation':
    case 'TaggedTemplateExpression':
      return true
    case 'NewExpression':
    case 'CallExpression':
      return /Error$|^(?:clsx|t|matchMedia|querySelector|querySelectorAll|closest|warn|error)$/.test(
        nameOf(node.callee),
      )
    case 'JSXAttribute':
      return TECHNICAL.test(nameOf(node.name))
    default:
      return false
  }
}

/** Elements and attributes show their literals; arguments, conditions and further attributes within do not. */
function isShown(node: Node, key: string, shown: boolean): boolean {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return key === 'children'
    case 'JSXOpeningElement':
      return false
    case 'JSXAttribute':
      return key === 'value' && READ.test(nameOf(node.name))
    case 'Property':
      return key === 'value' && READ.test(nameOf(node.key))
    case 'ConditionalExpression':
      return shown && key !== 'test'
    case 'LogicalExpression':
      return shown && key === 'right'
    case 'JSXExpressionContainer':
      return shown
    default:
      return false
  }
}
