import fc from 'fast-check'
import { z } from 'zod'
import { dayText, emailText, instantText, plainText, uuidText } from './texts.ts'

/** What the fields of a name are mostly filled with, such as the ids of rows that exist; null: nothing is known. */
export type Known = (field: string) => fc.Arbitrary<unknown> | null

type Scope = { readonly known: Known; readonly field: string }

/** An arbitrary that misses its schema so often in a row would be waited for without an end. */
const MOST_MISSES = 10_000

/** Where a number has no bound of its own, and where databases have theirs. */
const NUMBER_EDGES = [0, 1, 2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER]

/**
 * Values that a schema accepts, as they are before parsing: nothing else has to be said of a call, an event or
 * a job to try it. What is optional is at times left out, and everything with a limit is at times at it.
 *
 * @param known fills fields by their names; what the schema refuses of it is not used
 */
export function arbitraryOf(schema: z.core.$ZodType, known: Known = () => null): fc.Arbitrary<unknown> {
  return valuesOf(schema, { known, field: '' })
}

function valuesOf(schema: z.core.$ZodType, scope: Scope): fc.Arbitrary<unknown> {
  const made = accepted(schema, scope, madeUp(schema, scope))
  const known = schema instanceof z.ZodObject ? null : scope.known(scope.field)
  if (known === null || isWrapper(schema)) return made
  const fitting = known.map((value) => ({ value, fits: z.safeParse(schema, value).success }))
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc.tuple(fitting, made).map(([{ value, fits }, other]) => (fits ? value : other)),
    },
    { weight: 1, arbitrary: made },
  )
}

function madeUp(schema: z.core.$ZodType, scope: Scope): fc.Arbitrary<unknown> {
  const inner = (part: z.core.$ZodType) => valuesOf(part, scope)
  if (schema instanceof z.ZodObject) return objectOf(schema, scope)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return fc.oneof(inner(schema.unwrap()), fc.constant(undefined))
  }
  if (schema instanceof z.ZodNullable) return fc.oneof(inner(schema.unwrap()), fc.constant(null))
  if (schema instanceof z.ZodReadonly || schema instanceof z.ZodCatch) return inner(schema.unwrap())
  if (schema instanceof z.ZodPipe) return inner(isTransform(schema.out) ? schema.in : schema.out)
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(inner))
  if (schema instanceof z.ZodArray) return listOf(schema, inner(schema.element))
  if (schema instanceof z.ZodRecord)
    return fc.dictionary(fc.string(), inner(schema.valueType), { maxKeys: 5 })
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values)
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodNull) return fc.constant(null)
  if (schema instanceof z.ZodUnknown) return fc.jsonValue({ maxDepth: 3 })
  if (schema instanceof z.ZodNumber) return numberOf(schema)
  if (isText(schema)) return textOf(schema)
  throw new Error(`no values can be made of a schema of type ${schema._zod.def.type}`)
}

/** These pass on what is known of a field to the schema in them. */
function isWrapper(schema: z.core.$ZodType): boolean {
  return (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodArray
  )
}

function isTransform(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodTransform
}

/** What a schema's own checks let pass. */
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
    if (misses > MOST_MISSES) throw new Error(`no values that fit can be made for the field ${field}`)
    return fits
  })
}

function objectOf(schema: z.ZodObject, { known }: Scope): fc.Arbitrary<unknown> {
  const fields = Object.entries<z.core.$ZodType>(schema.shape)
  const values = Object.fromEntries(
    fields.map(([field, part]) => [field, valuesOf(part, { known, field })] as const),
  )
  return fc.record(values).map((made) => {
    const present = Object.entries(made).filter(([, value]) => value !== undefined)
    return Object.fromEntries(present)
  })
}

function listOf(schema: z.ZodArray, entries: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const { min: minLength, max: maxLength = minLength + 8 } = lengthsOf(schema)
  const few = fc.array(entries, { minLength, maxLength: Math.min(maxLength, minLength + 8) })
  // Long lists take long to fill: the longest is made of one entry.
  const longest = entries.map((entry) => new Array<unknown>(maxLength).fill(entry))
  return fc.oneof({ weight: 9, arbitrary: few }, { weight: 1, arbitrary: longest })
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
  if (schema.format === 'uuid' || schema.format === 'guid') return uuidText
  // A pattern that says what a text must not hold fits most texts.
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
