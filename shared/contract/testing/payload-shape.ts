import { z } from 'zod'

type Node = z.core.JSONSchema.JSONSchema

/**
 * Every branch that a schema allows: each field with each of its types, and each of its words where only some are allowed.
 * What a schema leaves open has none.
 */
export function listBranches(schema: z.ZodType): string[] {
  return branchesOfNode(describe(schema), '')
}

/** The branches of a schema that a payload takes. A field that the schema does not know is a branch that none has. */
export function listTaken(schema: z.ZodType, payload: unknown): string[] {
  return takenOfNode(describe(schema), payload, '')
}

function describe(schema: z.ZodType): Node {
  return z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', reused: 'inline' })
}

/** A schema that is only true or false says nothing of what it describes. */
const isNode = (node: Node | boolean): node is Node => typeof node === 'object'

const fieldsOf = ({ properties = {} }: Node) =>
  Object.entries(properties).flatMap(([name, field]) => (isNode(field) ? [{ name, field }] : []))

function itemsOf({ items }: Node): Node {
  if (items === undefined || Array.isArray(items) || !isNode(items))
    throw new Error('only lists of one kind are described')
  return items
}

const typesOf = ({ type }: Node): string[] => (type === undefined ? [] : [type].flat())

const wordsOf = ({ enum: words, const: word }: Node) => words ?? (word === undefined ? null : [word])

function branchesOfNode(node: Node, at: string): string[] {
  if (node.anyOf) return node.anyOf.flatMap((variant) => (isNode(variant) ? branchesOfNode(variant, at) : []))
  const words = wordsOf(node)
  if (words) return words.map((word) => `${at} = ${String(word)}`)
  if (node.type === 'array') return branchesOfNode(itemsOf(node), `${at}[]`)
  const inside = fieldsOf(node).flatMap(({ name, field }) => branchesOfNode(field, `${at}.${name}`))
  return [...typesOf(node).map((type) => `${at}: ${type}`), ...inside]
}

function takenOfNode(node: Node, value: unknown, at: string): string[] {
  if (node.anyOf) {
    const variant = node.anyOf.find((one) => isNode(one) && typesOf(one).includes(typeOf(value)))
    return variant && isNode(variant) ? takenOfNode(variant, value, at) : []
  }
  if (wordsOf(node)) return [`${at} = ${String(value)}`]
  if (node.type === 'array' && Array.isArray(value)) {
    return value.flatMap((item) => takenOfNode(itemsOf(node), item, `${at}[]`))
  }
  if (node.type === undefined) return []
  return [`${at}: ${typeOf(value)}`, ...takenOfFields(node, value, at)]
}

function takenOfFields(node: Node, value: unknown, at: string): string[] {
  if (node.type !== 'object' || typeof value !== 'object' || value === null) return []
  // What is in a record is not for this schema to say.
  if (!node.properties && typeof node.additionalProperties === 'object') return []
  const fields = new Map(fieldsOf(node).map(({ name, field }) => [name, field]))
  return Object.entries(value).flatMap(([name, inside]) => {
    const field = fields.get(name)
    return field ? takenOfNode(field, inside, `${at}.${name}`) : [`${at}.${name}: unknown`]
  })
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}
