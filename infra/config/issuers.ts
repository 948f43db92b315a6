import { issuerKey } from '@called-it/shared/contract/site'
import { said } from '@called-it/shared/languages/said'
import { isLoopback } from './derived-settings.ts'
import { pickSettings, SettingsError } from './settings.ts'

/** An issuer of OpenID Connect that fans may sign in with. */
export type Issuer = {
  readonly key: IssuerKey
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** The text of its button. */
  readonly label: string
}

const ISSUER_KEYS = issuerKey.options
type IssuerKey = (typeof ISSUER_KEYS)[number]

const PARTS = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'LABEL'] as const

export const issuerFields = pickSettings(
  ...ISSUER_KEYS.flatMap((key) => PARTS.map((part) => `OIDC_${key}_${part}` as const)),
)

type IssuerSettings = { readonly [Name in keyof typeof issuerFields]?: string | undefined } & {
  readonly NODE_ENV: string
}

/** @throws SettingsError naming what is missing of an issuer, and one that is reached without TLS */
export function readIssuers(settings: IssuerSettings): Issuer[] {
  return ISSUER_KEYS.flatMap((key) => {
    const issuer = readIssuer(settings, key)
    return issuer ? [issuer] : []
  })
}

function readIssuer(settings: IssuerSettings, key: IssuerKey): Issuer | null {
  const values = PARTS.map((part) => settings[`OIDC_${key}_${part}` as const])
  const [url, clientId, clientSecret, label] = values
  if (values.every((value) => value === undefined)) return null
  if (url === undefined || clientId === undefined || clientSecret === undefined || label === undefined) {
    const missing = PARTS.filter((_, index) => values[index] === undefined)
    throw new SettingsError(
      missing.map((part) => ({
        name: `OIDC_${key}_${part}`,
        reason: said('setting.beside', { group: `OIDC_${key}` }),
      })),
    )
  }
  const { protocol, hostname } = new URL(url)
  if (protocol === 'http:' && (settings.NODE_ENV === 'production' || !isLoopback(hostname))) {
    throw new SettingsError([{ name: `OIDC_${key}_ISSUER`, reason: said('setting.no-tls') }])
  }
  return { key, url, clientId, clientSecret, label }
}
