/** `npm run check:titles`: a test's title is a sentence without its subject, so that a failing run reads well. */
import { type CallExpression, type Expression, type Module, parseSync } from '@swc/core'
import { report, sourceFiles } from './source-files.ts'

const MAX_LENGTH = 80
const VERB_FIRST = /^(?:does not |never |always )?[A-Za-z-]+s\b/
const NEGATED = /^does not [a-z]/
const TEST_NAMES = new Set(['test', 'it'])

/** `test`, `test.skipIf(…)`, `test.each(…)`: the name that the chain begins with. */
function rootName(callee: CallExpression['callee']): string | undefined {
  if (callee.type === 'Identifier') return callee.value
  if (callee.type === 'MemberExpression') return rootName(callee.object)
  if (callee.type === 'CallExpression') return rootName(callee.callee)
  if (callee.type === 'TaggedTemplateExpression') return rootName(callee.tag)
  return undefined
}

/** The title as it stands in the source, each `${…}` as one character. */
function titleOf(argument: Expression | undefined): string | undefined {
  if (argument?.type === 'StringLiteral') return argument.value
  if (argument?.type === 'TemplateLiteral') return argument.quasis.map(({ raw }) => raw).join('…')
  return undefined
}

function* testCalls(node: unknown): Generator<CallExpression> {
  if (Array.isArray(node)) for (const child of node) yield* testCalls(child)
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return
  if (isCall(node) && TEST_NAMES.has(rootName(node.callee) ?? '')) yield node
  for (const child of Object.values(node)) yield* testCalls(child)
}

function isCall(node: object): node is CallExpression {
  return 'type' in node && node.type === 'CallExpression'
}

function parse(path: string, text: string): Module {
  return parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x') })
}

const findings = sourceFiles('ts', 'tsx')
  .filter(({ path }) => /\.(test|journey|bench)\.tsx?$/.test(path))
  .flatMap(({ path, text }) =>
    [...testCalls(parse(path, text))].flatMap((call) => {
      const title = titleOf(call.arguments[0]?.expression)
      if (title === undefined) return []
      if (title.length > MAX_LENGTH) return [`${path}: ${title.length} characters: ${title}`]
      return VERB_FIRST.test(title) || NEGATED.test(title) ? [] : [`${path}: no verb first: ${title}`]
    }),
  )

report(findings, 'test titles')
