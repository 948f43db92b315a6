import { createBreachCheck } from '@called-it/infra/passwords/breached-passwords'
import { FIELD_LIMITS, FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import { dictionary } from '@zxcvbn-ts/language-common'
import { ApiError } from '../http/errors.ts'
import type { GatewayParts } from '../parts.ts'

/** The most common ones that are long enough to be accepted. The dictionary is sorted, the most common one first. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  dictionary['passwords-common']
    .filter((password) => password.length >= FIELD_LIMITS.password.min)
    .slice(0, 10_000)
    .map((password) => password.toLowerCase()),
)

/** The demo's accounts and their password are public. */
const DEMO_NAMES = ['the demo band', 'Tinhorn Observatory', 'Demo Fan', 'Demo Admin']

/** A single letter would be part of too many. */
const MIN_PART_LENGTH = 2

type Owner = { readonly displayName: string; readonly email: string | null }

/** For new passwords only; an existing one stays valid. */
export type PasswordRules = {
  /** @throws ApiError `invalid` for one of the most common passwords, one repeated character, and names or addresses */
  refuseGuessable(password: string, owner: Owner): void
  /** @throws ApiError `invalid` for a password that is known from a breach, where that is looked up */
  refuseBreached(password: string): Promise<void>
}

export function createPasswordRules({
  site,
  config,
  log,
}: Pick<GatewayParts, 'site' | 'config' | 'log'>): PasswordRules {
  const isBreached = createBreachCheck(() => config.breachCheckUrl, log)

  return {
    refuseGuessable(password, { displayName, email }) {
      const lower = password.toLowerCase()
      if (COMMON_PASSWORDS.has(lower) || new Set(lower).size === 1) throw refusal(FIELD_TEXTS.passwordCommon)
      const { product, band } = site
      const ofSite = [product, band.name, band.shortName, new URL(config.publicUrl).hostname]
      const ofOwner = [displayName, ...(email === null ? [] : [email, localPart(email)])]
      const names = [...ofSite, ...DEMO_NAMES, ...ofOwner]
      if (isMadeOf(lettersOf(password), partsOf(names))) throw refusal(FIELD_TEXTS.passwordIsName)
    },
    async refuseBreached(password) {
      if (await isBreached(password)) throw refusal(FIELD_TEXTS.passwordBreached)
    },
  }
}

/** Without case, accents, digits and signs; what has no letters, only without spaces. */
function lettersOf(text: string): string {
  return text.normalize('NFKD').toLowerCase().replace(/\P{L}/gu, '') || text.replace(/\s/g, '')
}

/** The names and their words. */
function partsOf(names: readonly string[]): string[] {
  const parts = names.flatMap((name) => [name, ...name.split(/[\P{L}]+/u)]).map(lettersOf)
  return [...new Set(parts)].filter((part) => part.length >= MIN_PART_LENGTH)
}

/** Whether nothing is left of it but parts, in any number and order. */
function isMadeOf(text: string, parts: readonly string[]): boolean {
  const ends = new Set([0])
  // A set iterates over what is added meanwhile.
  for (const end of ends) {
    for (const part of parts) if (text.startsWith(part, end)) ends.add(end + part.length)
  }
  return ends.has(text.length)
}

function localPart(email: string): string {
  return email.slice(0, email.lastIndexOf('@'))
}

function refusal(message: string): ApiError {
  return new ApiError('invalid', { issues: [{ path: 'password', message }] })
}
