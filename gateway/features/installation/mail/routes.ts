import { mailSender } from '@called-it/infra/config/derived-settings'
import { type Env, effectiveEnv, openStoredSettings } from '@called-it/infra/config/effective-settings'
import { parseSettings, pickSettings } from '@called-it/infra/config/settings'
import { mailServerOf } from '@called-it/infra/mail/smtp-url'
import { testMessage } from '@called-it/infra/mail/templates/test-message'
import { trySmtp } from '@called-it/infra/mail/try-smtp'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { readStoredSettings } from '@called-it/infra/postgres/queries/work/stored-settings'
import { textsIn } from '@called-it/languages/texts'
import { FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import type { mailSettingsEndpoints } from '@called-it/shared/contract/mail-settings'
import { said } from '@called-it/shared/languages/said'
import { actorOf } from '../../../auth/actor.ts'
import type { RateLimits } from '../../../auth/rate-limits.ts'
import { ApiError } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/handler.ts'
import type { GatewayParts } from '../../../parts.ts'
import { orRefuse } from '../stored-settings.ts'

type Parts = Pick<GatewayParts, 'postgres' | 'config' | 'settings' | 'site'> & { limits: RateLimits }

const fields = pickSettings('SMTP_URL', 'MAIL_FROM', 'MAIL_REPLY_TO', 'PUBLIC_URL', 'HOST', 'PORT')

export function mailRoutes(parts: Parts): Pick<Handlers, keyof typeof mailSettingsEndpoints> {
  const { config, settings, site, limits } = parts
  const { db } = parts.postgres

  /** @throws ApiError `invalid` */
  async function readMailSettings(given: Env) {
    const { stored } = await readStoredSettings(db)
    const env = effectiveEnv(settings.env, openStoredSettings(stored, config.settingsKeys))
    return orRefuse(() => parseSettings(fields, { ...env, ...given }))
  }

  return {
    async getMailStatus() {
      const { SMTP_URL: url, ...found } = await readMailSettings({})
      return {
        server: url === undefined ? null : mailServerOf(url),
        default_from: mailSender({ ...found, MAIL_FROM: undefined }).from,
      }
    },

    async testMail(request) {
      const { body, user, language, address } = request
      await limits.count('test-mail', { account: user.id, address })
      const { SMTP_URL: url, ...sender } = await readMailSettings({
        ...(body.smtp_url !== null && { SMTP_URL: body.smtp_url }),
        MAIL_FROM: body.from ?? undefined,
      })
      if (url === undefined) throw invalid('settings.SMTP_URL', said('mailset.no-server'))
      const to = body.to ?? user.email
      if (to === null) throw invalid('to', FIELD_TEXTS.email)
      const message = testMessage(site, textsIn(language), config.publicUrl)
      const result = await trySmtp(
        url,
        { ...message, to: { name: user.displayName, address: to } },
        mailSender(sender),
      )
      await insertAuditEntry(db, {
        ...actorOf(request),
        action: 'mail:tested',
        details: { host: mailServerOf(url).host, outcome: result.outcome },
      })
      return result
    },
  }
}

function invalid(path: string, message: string): ApiError {
  return new ApiError('invalid', { issues: [{ path, message }] })
}
