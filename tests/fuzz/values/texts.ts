import fc from 'fast-check'

const day = { min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true }
export const dayText = fc.oneof(
  fc.date(day).map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom('0000-01-01', '0001-01-01', '1582-10-10', '1969-12-31', '2024-02-29', '9999-12-31'),
)

const time = fc.constantFrom('00:00:00', '23:59:59', '12:30:15.123', '12:30:15.123456789', '12:30')
const zone = fc.constantFrom('Z', '+00:00', '-23:59', '+23:59', '+14:00', '-12:00', '+05:30')
export const instantText = fc.tuple(dayText, time, zone).map(([date, at, from]) => `${date}T${at}${from}`)

const shortEmail = fc.stringMatching(/^[a-z][a-z0-9.+_-]{0,20}[a-z]@[a-z]{1,20}\.(test|example|co)$/)
export const emailText = fc.oneof(shortEmail, shortEmail, fc.stringMatching(/^[A-Z]{1,60}@EXAMPLE\.TEST$/))

export const uuidText = fc.oneof(fc.uuid(), fc.constant('00000000-0000-7000-8000-000000000000'))

export const timeZoneText = fc.constantFrom('America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati')

/** Several scripts, letters of more than one UTF-16 unit, combining marks, and letters whose case changes length. */
const letter = fc.constantFrom(...'aZ7 éßİıΣςﬁ日本اअख़\u0301', '👩‍🚀', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '𝒳', 'e\u0301')

/** The shortest and the longest text are among them. */
export function plainText({ min, max }: { min: number; max: number }): fc.Arbitrary<string> {
  const some = { minLength: min, maxLength: Math.min(max, min + 30) }
  const letters = fc.array(letter, some).map((all) => all.join(''))
  const limits = fc.constantFrom('x'.repeat(min), 'x'.repeat(max), 'é'.repeat(max))
  return fc.oneof(fc.string(some), fc.string(some), letters, limits)
}

const NUMBERS =
  'NaN Infinity -0 -1 1e3 0x10 1.5 2147483648 9007199254740993 null undefined __proto__ constructor'
const HOSTILE_TEXTS = [
  ...NUMBERS.split(' '),
  ...['', ' ', '\u0000', 'a\u0000b', '\uD800', 'a\uDC00b', '\u202Eevil', '\uFEFF', '%', '%00'],
  ...['0000-00-00', '2024-02-30', '+275760-09-13T00:00:00.001Z'],
  '\r\nBcc: everybody@example.test',
  '[object Object]',
  "' OR 1=1 --",
  '../../etc/passwd',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'x'.repeat(5_000),
  '\u{1F469}\u200D'.repeat(300),
]
export const hostileText = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary' }))

/** Characters that make a valid text invalid at any position. */
export const spoilingMark = fc.constantFrom(...['\u0000', '\uD800', '\uDC00', '\u202E', '\n', '%', "'"])
