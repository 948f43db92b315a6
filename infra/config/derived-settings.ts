import { isIPv4 } from 'node:net'
import { settingName } from '@called-it/shared/contract/installation-settings'
import { PRODUCT } from '@called-it/shared/contract/site'
import { said } from '@called-it/shared/languages/said'
import type { z } from 'zod'
import type { Sender } from '../mail/mail.ts'
import type { SetlistSourceSetting } from '../setlist-sources/catalogue.ts'
import { parseSettings, pickSettings, type SettingFields, SettingsError } from './settings.ts'

/** @param host a name or an address; one of IPv6 may have its brackets, as in a URL */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host === '::1' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))
  )
}

type Reach = Pick<z.output<z.ZodObject<SettingFields>>, 'HOST' | 'PUBLIC_URL' | 'TRUST_PROXY'>

/** Whether nothing says that others than this machine reach the site: neither its addresses nor a proxy. */
function isLocal({ HOST, PUBLIC_URL, TRUST_PROXY }: Reach): boolean {
  const isPublic = PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname)
  return isLoopback(HOST) && !isPublic && TRUST_PROXY === 0
}

/**
 * By default on, except in production and where others than this machine may reach the site.
 *
 * @throws SettingsError where it is switched on there without DEMO_ON_PUBLIC_URL
 */
export function demoEnabled(
  settings: Reach & {
    DEMO?: boolean | undefined
    DEMO_ON_PUBLIC_URL?: 'yes' | undefined
    NODE_ENV: string
  },
): boolean {
  const isAllowed = isLocal(settings) || settings.DEMO_ON_PUBLIC_URL === 'yes'
  if (settings.DEMO && !isAllowed) {
    throw new SettingsError([{ name: 'DEMO', reason: said('setting.demo-public') }])
  }
  return settings.DEMO ?? (settings.NODE_ENV !== 'production' && isLocal(settings))
}

type DemoSettings = Parameters<typeof demoEnabled>[0]

/** @throws SettingsError where the demo would be filled with the setlists of another band */
export function requireDemoSource(settings: DemoSettings & { SETLIST_SOURCE: SetlistSourceSetting }): void {
  if (demoEnabled(settings) && settings.SETLIST_SOURCE.name !== 'demo') {
    throw new SettingsError([{ name: 'SETLIST_SOURCE', reason: said('setting.not-demo') }])
  }
}

/**
 * For the settings of the pages, together with the environment: whatever one of the programs would refuse.
 *
 * @throws SettingsError
 */
export function checkPageSettings(env: Readonly<Record<string, string | undefined>>): void {
  const others = pickSettings('HOST', 'NODE_ENV', 'DEMO', 'DEMO_ON_PUBLIC_URL')
  requireDemoSource(parseSettings({ ...pickSettings(...settingName.options), ...others }, env))
}

/** By default, except for the demo and where only this machine reaches the site. */
export function searchEnginesAllowed(
  settings: DemoSettings & { SEARCH_ENGINES?: boolean | undefined },
): boolean {
  return settings.SEARCH_ENGINES ?? !(demoEnabled(settings) || isLocal(settings))
}

/** @throws SettingsError in production, where such requests could reach the operator's own network */
export function outboundAllow(settings: {
  readonly OUTBOUND_ALLOW: readonly string[]
  readonly NODE_ENV: string
}): readonly string[] {
  if (settings.NODE_ENV === 'production' && settings.OUTBOUND_ALLOW.length > 0) {
    throw new SettingsError([
      { name: 'OUTBOUND_ALLOW', reason: 'is for tests and cannot be set in production' },
    ])
  }
  return settings.OUTBOUND_ALLOW
}

/** Whether mails are stored as files and shown as a page, which only this machine can reach. */
export function showsKeptMails(
  settings: Reach & { SMTP_URL?: string | undefined; NODE_ENV: string },
): boolean {
  return settings.SMTP_URL === undefined && settings.NODE_ENV !== 'production' && isLocal(settings)
}

/** Who mails are from. */
export function mailSender(
  settings: Parameters<typeof publicUrl>[0] & {
    MAIL_FROM?: string | undefined
    MAIL_REPLY_TO?: string | undefined
  },
): Sender {
  const { MAIL_FROM, MAIL_REPLY_TO } = settings
  return {
    from: MAIL_FROM ?? `${PRODUCT} <no-reply@${new URL(publicUrl(settings)).hostname}>`,
    replyTo: MAIL_REPLY_TO ?? null,
  }
}

/** The settings that decide on traces. The packages read the other variables of the standard by themselves. */
export const tracingFields = pickSettings(
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_SDK_DISABLED',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
)

/** The ratio of new traces that are sampled, 0 to 1; null without a collector or where OTEL_SDK_DISABLED is `true`. */
export function tracedRatio(settings: z.output<z.ZodObject<typeof tracingFields>>): number | null {
  const collector = settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_ENDPOINT
  if (collector === undefined || settings.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return null
  if (settings.OTEL_TRACES_SAMPLER.endsWith('always_off')) return 0
  return settings.OTEL_TRACES_SAMPLER.endsWith('traceidratio') ? settings.OTEL_TRACES_SAMPLER_ARG : 1
}

/**
 * PUBLIC_URL without a slash at its end; where it is not set, the gateway's own address, with the name `localhost` for
 * the loopback addresses that it stands for.
 */
export function publicUrl({
  PUBLIC_URL,
  HOST,
  PORT,
}: {
  PUBLIC_URL?: string | undefined
  HOST: string
  PORT: number
}): string {
  const host = HOST === '127.0.0.1' || HOST === '::1' ? 'localhost' : HOST
  return (PUBLIC_URL ?? urlOfServer(host, PORT)).replace(/\/+$/, '')
}

export function urlOfServer(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
