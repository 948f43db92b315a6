import { createOpenApiDocument } from '@called-it/gateway/http/openapi'
import type { Deprecation, Endpoint } from '@called-it/shared/contract/endpoint'
import { endpoints } from '@called-it/shared/contract/endpoints'
import { z } from 'zod'

type Schema = {
  $ref?: string | undefined
  properties?: Record<string, Schema> | undefined
  required?: string[] | undefined
  items?: Schema | undefined
  additionalProperties?: Schema | boolean | undefined
  anyOf?: Schema[] | undefined
  oneOf?: Schema[] | undefined
  allOf?: Schema[] | undefined
}

const schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    properties: z.record(z.string(), schema).optional(),
    required: z.array(z.string()).optional(),
    items: schema.optional(),
    additionalProperties: z.union([z.boolean(), schema]).optional(),
    anyOf: z.array(schema).optional(),
    oneOf: z.array(schema).optional(),
    allOf: z.array(schema).optional(),
  }),
)

const content = z.object({ content: z.record(z.string(), z.object({ schema })).optional() })
const operation = z.object({
  operationId: z.string(),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean().optional() })),
  requestBody: content.optional(),
  responses: z.record(z.string(), content),
})
const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), schema) }),
})

const described = z.object({
  /** Of the 200 response, as in `shows[].venue`, separated by spaces. */
  fields: z.string(),
  /** What a request must have: fields of the body, and parameters of the query as `?name`. */
  required: z.string(),
  deprecation: z
    .object({ since: z.iso.date(), sunset: z.iso.date(), fields: z.array(z.string()).readonly().optional() })
    .optional() satisfies z.ZodType<Deprecation | undefined>,
})

/** What programs rely on, by `GET /api/site`. */
export const contract = z.record(z.string(), described)
export type Contract = z.output<typeof contract>

export function describeContract(): Contract {
  const { paths, components } = document.parse(
    JSON.parse(JSON.stringify(createOpenApiDocument({ name: '', cookieName: '', publicUrl: '' }))),
  )
  const named: Readonly<Record<string, Endpoint>> = endpoints
  const resolve = ({ $ref, ...schema }: Schema): Schema =>
    $ref === undefined ? schema : (components.schemas[$ref.split('/').at(-1) ?? ''] ?? {})

  function listFields(
    given: Schema,
    at: string,
    isListed: (parent: Schema, name: string) => boolean,
  ): string[] {
    const {
      properties = {},
      items,
      additionalProperties,
      anyOf = [],
      oneOf = [],
      allOf = [],
      ...rest
    } = resolve(given)
    const own = Object.entries(properties).flatMap(([name, child]) => {
      const path = at === '' ? name : `${at}.${name}`
      return isListed(rest, name) ? [path, ...listFields(child, path, isListed)] : []
    })
    const values =
      typeof additionalProperties === 'object' ? listFields(additionalProperties, `${at}{}`, isListed) : []
    return [
      ...own,
      ...(items ? listFields(items, `${at}[]`, isListed) : []),
      ...values,
      ...[...anyOf, ...oneOf, ...allOf].flatMap((option) => listFields(option, at, isListed)),
    ]
  }

  const schemaOf = (part?: z.output<typeof content>) => part?.content?.['application/json']?.schema ?? {}
  const join = (names: string[]) => [...new Set(names)].sort().join(' ')
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId, parameters, requestBody, responses }]) => {
        const deprecation = named[operationId]?.deprecation
        return [
          `${method.toUpperCase()} ${path}`,
          {
            fields: join(listFields(schemaOf(responses['200']), '', () => true)),
            required: join([
              ...parameters.filter((one) => one.in === 'query' && one.required).map(({ name }) => `?${name}`),
              ...listFields(schemaOf(requestBody), '', ({ required = [] }, name) => required.includes(name)),
            ]),
            ...(deprecation && { deprecation }),
          },
        ]
      }),
    ),
  )
}
