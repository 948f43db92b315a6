import fc from 'fast-check'
import { z } from 'zod'
import { dayText, emailText, instantText, plainText, timeZoneText, uuidText } from './texts.ts'

/** Values that fields of this name mostly get, such as ids of existing rows; null where there are none. */
export type KnownValues = (field: string) => fc.Arbitrary<unknown> | null

type Scope = { readonly known: KnownValues; readonly field: string }

/** Values in a row that a schema may refuse before the search for a valid one fails. */
const MAX_MISSES = 10_000

/** The limits of Postgres and JavaScript. */
const NUMBER_EDGES = [0, 1, 2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER]

/** Values that a schema accepts before parsing: some at their limits, some without optional fields, some of known rows. */
export function arbitraryOf(schema: z.core.$ZodType, known: KnownValues = () => null): fc.Arbitrary<unknown> {
  return valuesOf(schema, { known, field: '' })
}

function valuesOf(schema: z.core.$ZodType, scope: Scope): fc.Arbitrary<unknown> {
  const generated = accepted(schema, scope, unchecked(schema, scope))
  const known = scope.known(scope.field)
  // Optional values and lists pass the field's name on to the schema in them.
  if (known === null || schema instanceof z.ZodObject || 'unwrap' in schema) return generated
  const fitting = fc
    .tuple(known, generated)
    .map(([value, other]) => (z.safeParse(schema, value).success ? value : other))
  return fc.oneof(fitting, fitting, fitting, generated)
}

/** Without the checks of the schema, such as a pattern. */
function unchecked(schema: z.core.$ZodType, scope: Scope): fc.Arbitrary<unknown> {
  const inner = (part: z.core.$ZodType) => valuesOf(part, scope)
  if (schema instanceof z.ZodObject) return objectOf(schema, scope)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return fc.oneof(inner(schema.unwrap()), fc.constant(undefined))
  }
  if (schema instanceof z.ZodNullable) return fc.oneof(inner(schema.unwrap()), fc.constant(null))
  // It accepts anything.
  if (schema instanceof z.ZodCatch)
    return fc.oneof(fc.constantFrom('America/Denver', '19:30'), fc.jsonValue())
  if (schema instanceof z.ZodPipe) return inner(schema.out instanceof z.ZodTransform ? schema.in : schema.out)
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(inner))
  if (schema instanceof z.ZodRecord) {
    // Two values at their limits are more than a request may have.
    return fc.dictionary(valuesOf(schema.keyType, scope).map(String), inner(schema.valueType), { maxKeys: 1 })
  }
  if (schema instanceof z.ZodArray) return listOf(schema, inner(schema.element))
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values)
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodNull) return fc.constant(null)
  if (schema instanceof z.ZodUnknown) return fc.jsonValue({ maxDepth: 3 })
  if (schema instanceof z.ZodNumber) return numberOf(schema)
  if (isText(schema)) return textOf(schema)
  throw new Error(`no values for a schema of type ${schema._zod.def.type}`)
}

/** Leaves out what the checks of the schema refuse. */
function accepted(
  schema: z.core.$ZodType,
  { field }: Scope,
  values: fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const hasChecks = (schema._zod.def.checks?.length ?? 0) > 0
  if (!hasChecks && !isText(schema) && !(schema instanceof z.ZodPipe)) return values
  let misses = 0
  return values.filter((value) => {
    const fits = z.safeParse(schema, value).success
    misses = fits ? 0 : misses + 1
    if (misses > MAX_MISSES) throw new Error(`no valid values for the field ${field}`)
    return fits
  })
}

function objectOf(schema: z.ZodObject, { known }: Scope): fc.Arbitrary<unknown> {
  const fields = Object.entries<z.core.$ZodType>(schema.shape)
  const values = Object.fromEntries(
    fields.map(([field, part]) => [field, valuesOf(part, { known, field })] as const),
  )
  return fc.record(values).map((object) => {
    const present = Object.entries(object).filter(([, value]) => value !== undefined)
    return Object.fromEntries(present)
  })
}

function listOf(schema: z.ZodArray, entries: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const { min: minLength, max: maxLength = minLength + 8 } = lengthsOf(schema)
  const few = fc.array(entries, { minLength, maxLength: Math.min(maxLength, minLength + 8) })
  // Filling a long list takes time: the longest repeats one entry.
  const longest = entries.map((entry) => new Array<unknown>(maxLength).fill(entry))
  return fc.oneof(few, few, few, few, longest)
}

function numberOf(schema: z.ZodNumber): fc.Arbitrary<number> {
  const min = schema.minValue ?? 0
  const max = schema.maxValue ?? Number.MAX_SAFE_INTEGER
  const edges = [min, min + 1, max, ...NUMBER_EDGES].filter((edge) => edge >= min && edge <= max)
  const small = fc.integer({ min, max: Math.min(max, min + 20) })
  const any = fc.maxSafeNat().map((number) => min + (number % (max - min + 1)))
  return fc.oneof(fc.constantFrom(...edges), small, any)
}

type Text = z.ZodString | z.ZodStringFormat

function isText(schema: z.core.$ZodType): schema is Text {
  return schema instanceof z.ZodString || schema instanceof z.ZodStringFormat
}

function textOf(schema: Text): fc.Arbitrary<string> {
  if (schema.format === 'date') return dayText
  if (schema.format === 'datetime') return instantText
  if (schema.format === 'email') return emailText
  if (schema.format === 'time-zone') return timeZoneText
  if (schema.format === 'uuid' || schema.format === 'guid') return uuidText
  // Patterns of Unicode properties exclude characters, and most texts match them.
  const pattern = patternsOf(schema).find(({ source }) => !/\\p/i.test(source))
  if (pattern) return fc.stringMatching(pattern)
  const { min, max = min + 50 } = lengthsOf(schema)
  return plainText({ min, max })
}

function lengthsOf({ _zod: { def } }: z.core.$ZodType): { min: number; max: number | undefined } {
  const bounds: { min: number; max: number | undefined } = { min: 0, max: undefined }
  for (const check of def.checks ?? []) {
    if (check instanceof z.core.$ZodCheckMinLength) bounds.min = check._zod.def.minimum
    if (check instanceof z.core.$ZodCheckMaxLength) bounds.max = check._zod.def.maximum
  }
  return bounds
}

function patternsOf({ _zod: { def } }: z.core.$ZodType): RegExp[] {
  return (def.checks ?? []).flatMap((check) =>
    check instanceof z.core.$ZodCheckRegex ? [check._zod.def.pattern] : [],
  )
}
