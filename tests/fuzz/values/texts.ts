import fc from 'fast-check'

/** Any day that can be written, the first and the last among them. */
export const dayText = fc.oneof(
  fc
    .date({
      min: new Date('2020-01-01T00:00:00Z'),
      max: new Date('2040-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom('0000-01-01', '0001-01-01', '1582-10-10', '1969-12-31', '2024-02-29', '9999-12-31'),
)

const time = fc.constantFrom('00:00:00', '23:59:59', '12:30:15.123', '12:30:15.123456789', '12:30')
const zone = fc.constantFrom('Z', '+00:00', '-23:59', '+23:59', '+14:00', '-12:00', '+05:30')

/** Any instant that can be written, with and without parts of a second, in any zone. */
export const instantText = fc.tuple(dayText, time, zone).map(([day, at, from]) => `${day}T${at}${from}`)

/** Addresses, of which few are longer than real ones. */
export const emailText = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.stringMatching(/^[a-z][a-z0-9.+_-]{0,20}[a-z]@[a-z]{1,20}\.(test|example|co)$/),
  },
  { weight: 1, arbitrary: fc.stringMatching(/^[A-Z]{1,60}@EXAMPLE\.TEST$/) },
)

export const uuidText = fc.oneof(fc.uuid(), fc.constant('00000000-0000-7000-8000-000000000000'))

/** Letters of several writings, some of more than one unit, and signs that change with their case or alone. */
const letter = fc.constantFrom(...'aZ7 éßİıΣςﬁ日本اअख़\u0301', '👩‍🚀', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '𝒳', 'e\u0301')

/** Texts in every writing, the shortest and the longest among them. */
export function plainText({ min, max }: { min: number; max: number }): fc.Arbitrary<string> {
  const some = { minLength: min, maxLength: Math.min(max, min + 30) }
  return fc.oneof(
    { weight: 4, arbitrary: fc.string(some) },
    { weight: 2, arbitrary: fc.array(letter, some).map((letters) => letters.join('')) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(min), 'x'.repeat(max), 'é'.repeat(max)) },
  )
}

/** What programs that are fed with it have been seen to stumble over. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\uD800',
  'a\uDC00b',
  '\u202Eevil',
  '\uFEFF',
  '\r\nBcc: everybody@example.test',
  'NaN',
  'Infinity',
  '-0',
  '-1',
  '1e3',
  '0x10',
  '1.5',
  '2147483648',
  '9007199254740993',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  "' OR 1=1 --",
  '%',
  '%00',
  '../../etc/passwd',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '0000-00-00',
  '2024-02-30',
  '+275760-09-13T00:00:00.001Z',
  'x'.repeat(5_000),
  '\u{1F469}\u200D'.repeat(300),
]

export const hostileText = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary' }))

/** Single characters that make a good text a bad one wherever they stand. */
export const spoilingMark = fc.constantFrom(
  '\u0000',
  '\uD800',
  '\uDC00',
  '\u202E',
  '\n',
  '%',
  "'",
  '\u{10FFFF}',
)
