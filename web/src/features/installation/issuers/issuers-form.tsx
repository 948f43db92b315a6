import { issuerKey } from '@called-it/shared/contract/site'
import type { z } from 'zod'
import { patterns } from '../../../lib/paths.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { useFormDrafts } from '../setting-draft.ts'
import { SettingField } from '../setting-field.tsx'
import { SettingForm } from '../setting-form.tsx'
import styles from './issuers.module.css'

type IssuerKey = z.output<typeof issuerKey>

export function IssuersForm({ onSaved }: { onSaved?: () => void }) {
  return (
    <SettingForm form="issuers" onSaved={onSaved}>
      <RedirectAddress />
      {issuerKey.options.map((key) => (
        <IssuerFields key={key} issuer={key} />
      ))}
    </SettingForm>
  )
}

/** What an issuer wants to know; as it will be once the programs have started again. */
function RedirectAddress() {
  const { settings } = useFormDrafts()
  const publicUrl = settings.get('PUBLIC_URL')?.value ?? location.origin
  return (
    <div className="stack-2">
      <p className="soft small">{t('setting.redirect')}</p>
      <p className="anywhere">
        <code>{publicUrl.replace(/\/+$/, '') + patterns.signedIn}</code>
      </p>
    </div>
  )
}

function IssuerFields({ issuer }: { issuer: IssuerKey }) {
  const { settings, change } = useFormDrafts()
  const names = [
    `OIDC_${issuer}_ISSUER`,
    `OIDC_${issuer}_CLIENT_ID`,
    `OIDC_${issuer}_CLIENT_SECRET`,
    `OIDC_${issuer}_LABEL`,
  ] as const
  const [url, clientId, secret, label] = names
  const stored = names.filter((name) => settings.get(name)?.origin === 'stored')
  const title = t('setting.issuer', { which: issuer })
  return (
    <fieldset className={styles.issuer}>
      <legend>{title}</legend>
      <SettingField name={label} label={t('setting.oidc-label')} hint={t('setting.oidc-hint')} />
      <SettingField name={url} type="url" label={t('setting.oidc-url')} />
      <SettingField name={clientId} label={t('setting.oidc-client')} />
      <SettingField name={secret} label={t('setting.oidc-secret')} />
      {stored.length > 0 && (
        <div className="buttons">
          <Button
            aria-label={t('setting.remove-of', { label: title })}
            onClick={() => {
              for (const name of stored) change(name, null)
            }}
          >
            {t('setting.remove')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
