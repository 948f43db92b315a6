import { z } from 'zod'

type Node = z.core.JSONSchema.JSONSchema

/** Lists every variant of a schema as `path: type` or `path = value`. Unspecified parts have no variants. */
export function listVariants(schema: z.ZodType): string[] {
  return variantsOf(toNode(schema), '')
}

/** Lists the variants that a payload uses. A field that the schema does not know is `path: unknown`. */
export function listUsedVariants(schema: z.ZodType, payload: unknown): string[] {
  return usedVariantsOf(toNode(schema), payload, '')
}

function toNode(schema: z.ZodType): Node {
  return z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', reused: 'inline' })
}

const isNode = (node: Node | boolean): node is Node => typeof node === 'object'

const fieldsOf = ({ properties = {} }: Node) =>
  Object.entries(properties).flatMap(([name, field]) => (isNode(field) ? [{ name, field }] : []))

/** What an array has at a place; a tuple has each its own. */
function itemAt({ items, prefixItems }: Node, place: number): { item: Node; at: string } {
  const ofTuple = prefixItems?.[place]
  if (ofTuple !== undefined && isNode(ofTuple)) return { item: ofTuple, at: `[${place}]` }
  if (items === undefined || Array.isArray(items) || !isNode(items)) throw new Error('an array without items')
  return { item: items, at: '[]' }
}

const typesOf = ({ type }: Node): string[] => (type === undefined ? [] : [type].flat())

const enumOf = ({ enum: values, const: value }: Node) => values ?? (value === undefined ? null : [value])

function variantsOf(node: Node, at: string): string[] {
  if (node.anyOf) return node.anyOf.flatMap((option) => (isNode(option) ? variantsOf(option, at) : []))
  const values = enumOf(node)
  if (values) return values.map((value) => `${at} = ${String(value)}`)
  if (node.type === 'array') {
    return Array.from({ length: node.prefixItems?.length ?? 1 }, (_, place) => itemAt(node, place)).flatMap(
      ({ item, at: place }) => variantsOf(item, `${at}${place}`),
    )
  }
  const inside = fieldsOf(node).flatMap(({ name, field }) => variantsOf(field, `${at}.${name}`))
  return [...typesOf(node).map((type) => `${at}: ${type}`), ...inside]
}

function usedVariantsOf(node: Node, value: unknown, at: string): string[] {
  if (node.anyOf) {
    const option = node.anyOf.find((one) => isNode(one) && typesOf(one).includes(typeOf(value)))
    return option && isNode(option) ? usedVariantsOf(option, value, at) : []
  }
  if (enumOf(node)) return [`${at} = ${String(value)}`]
  if (node.type === 'array' && Array.isArray(value)) {
    return value.flatMap((inside, index) => {
      const { item, at: place } = itemAt(node, index)
      return usedVariantsOf(item, inside, `${at}${place}`)
    })
  }
  if (node.type === undefined) return []
  return [`${at}: ${typeOf(value)}`, ...usedVariantsOfFields(node, value, at)]
}

function usedVariantsOfFields(node: Node, value: unknown, at: string): string[] {
  if (node.type !== 'object' || typeof value !== 'object' || value === null) return []
  // A record has no fixed fields.
  if (!node.properties && typeof node.additionalProperties === 'object') return []
  const fields = new Map(fieldsOf(node).map(({ name, field }) => [name, field]))
  return Object.entries(value).flatMap(([name, inside]) => {
    const field = fields.get(name)
    return field ? usedVariantsOf(field, inside, `${at}.${name}`) : [`${at}.${name}: unknown`]
  })
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}
