import { FIELD_LIMITS, FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import type { Site } from '@called-it/shared/contract/site'
import { dictionary } from '@zxcvbn-ts/language-common'
import { ApiError } from '../http/errors.ts'

/** The most common ones that are long enough to be accepted. The dictionary is sorted, the most common one first. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  dictionary['passwords-common']
    .filter((password) => password.length >= FIELD_LIMITS.password.min)
    .slice(0, 10_000)
    .map((password) => password.toLowerCase()),
)

type Owner = { readonly displayName: string; readonly email: string | null }

/** For new passwords only; an existing one stays valid. */
export type PasswordRules = {
  /** @throws ApiError `invalid` for one of the most common passwords, and for a name or an address */
  refuseGuessable(password: string, owner: Owner): void
  /** @throws ApiError `invalid` for a password that is known from a breach, where that is looked up */
  refuseBreached(password: string): Promise<void>
}

/** @param isBreached null: breached passwords are not looked up */
export function createPasswordRules({
  site,
  publicUrl,
  isBreached,
}: {
  site: Site
  publicUrl: string
  isBreached: ((password: string) => Promise<boolean>) | null
}): PasswordRules {
  const publicNames = [site.product, site.band.name, site.band.shortName, new URL(publicUrl).hostname]

  return {
    refuseGuessable(password, { displayName, email }) {
      if (COMMON_PASSWORDS.has(password.toLowerCase())) throw refusal(FIELD_TEXTS.passwordCommon)
      const names = [...publicNames, displayName, ...(email === null ? [] : [email, localPart(email)])]
      if (names.map(toStem).includes(toStem(password))) throw refusal(FIELD_TEXTS.passwordIsName)
    },
    async refuseBreached(password) {
      if (await isBreached?.(password)) throw refusal(FIELD_TEXTS.passwordBreached)
    },
  }
}

/** Without case, spaces and the digits at the end. */
function toStem(text: string): string {
  const letters = text.toLowerCase().replace(/\s/g, '')
  return letters.replace(/\d+$/, '') || letters
}

function localPart(email: string): string {
  return email.slice(0, email.lastIndexOf('@'))
}

function refusal(message: string): ApiError {
  return new ApiError('invalid', { issues: [{ path: 'password', message }] })
}
