import { isIPv4 } from 'node:net'
import { said } from '@called-it/shared/languages/said'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { isSettingsKey } from '../secrets/settings-keys.ts'

export const number = z.coerce.number(said('setting.no-number'))
const whole = z.int(said('setting.no-whole'))
export const onOrOff = z.stringbool(said('setting.no-switch'))
const below = (min: number) => said('setting.below', { min: String(min) })
const above = (max: number) => said('setting.above', { max: String(max) })

export function between(min: number, max: number) {
  return number.pipe(z.number().min(min, below(min)).max(max, above(max)))
}

function wholeBetween(min: number, max: number) {
  return number.pipe(whole.min(min, below(min)).max(max, above(max)))
}

export const port = wholeBetween(0, 65535)
export const upTo = (max: number) => wholeBetween(1, max)

export function oneOf<const Choice extends string>(...choices: Choice[]) {
  return z.enum(choices, said('setting.none-of', { choices: choices.join(', ') }))
}

/** A URL of one of two protocols, kept as the text that it was given as. */
export function urlOf(...protocols: [string, string]) {
  const [first, second] = protocols
  return z.string().refine(
    (text) => {
      const parsed = URL.parse(text)
      return parsed !== null && protocols.includes(parsed.protocol.slice(0, -1))
    },
    { error: said('setting.no-url', { first: `${first}://`, second: `${second}://` }) },
  )
}

/** A network with a prefix below 7, or with such a mask; the widest private one is `fc00::/7`. */
const WIDE_NETWORK = /\/(?:0*[0-6]|(?:0|128|192|224|240|248|252)\.[\d.]+)$/

/** An address, a network, or a name of one that Express knows: the gateway does not start with another one. */
function isNetwork(text: string): boolean {
  const [address = '', range, ...others] = text.split('/')
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  if (!ipaddr.isValid(address) || others.length > 0) return false
  return range === undefined || ipaddr.isValidCIDR(text) || (isIPv4(address) && isIPv4(range))
}

/** The number of proxies in front of the gateway, or their addresses, separated by commas. */
export const trustProxy = z
  .string()
  .transform((text) => (/^\d{1,2}$/.test(text) ? Number(text) : list.parse(text)))
  .refine((proxies) => typeof proxies === 'number' || proxies.every(isNetwork), {
    error: said('setting.no-proxies'),
    abort: true,
  })
  .refine((proxies) => typeof proxies === 'number' || !proxies.some((proxy) => WIDE_NETWORK.test(proxy)), {
    error: said('setting.wide-net'),
  })

/** Separated by commas. */
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)

/** As browsers write them. */
export const origins = list.refine(
  (items) => items.every((item) => /^https?:/.test(item) && URL.parse(item)?.origin === item),
  { error: said('setting.no-origins') },
)

/** None is likely in a random secret, as `12345` is: one of 17,000 texts of 64 hexadecimal digits has it. */
const PLACEHOLDER =
  /change.?(?:me|this)|replace|placeholder|your.?secret|session.?secret|password|qwert|1234567/i
/** Fewer than one in a million texts of 32 random hexadecimal digits has fewer. */
const MIN_STEPS = 10

/** A placeholder, or a text that repeats or counts on: it has few different steps from character to character. */
export function isGuessable(secret: string): boolean {
  const codes = Array.from(secret, (character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return PLACEHOLDER.test(secret) || new Set(steps).size < MIN_STEPS
}

export const settingsKey = z
  .string()
  .refine(isSettingsKey, { error: 'is not 32 bytes in base64 or hexadecimal digits', abort: true })
  .refine((key) => !isGuessable(key), { error: 'can be guessed; use one from: openssl rand -hex 32' })

/** One address, alone or as in `Called It <no-reply@band.example>`. */
export const sender = z.string().regex(/^(?:[^<>@\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, {
  error: said('setting.no-sender'),
})

/** Longer ones do not fit on a button of a narrow phone. */
export const buttonLabel = z.string().max(24, said('setting.too-long'))
