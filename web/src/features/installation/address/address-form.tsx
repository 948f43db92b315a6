import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { useSettingDraft } from '../setting-draft.ts'
import { SettingField } from '../setting-field.tsx'
import { SettingForm } from '../setting-form.tsx'
import { TryAddressSection } from './try-address-section.tsx'

export function AddressForm({ onSaved }: { onSaved?: () => void }) {
  const switches = [
    { value: 'on', label: t('setting.on') },
    { value: 'off', label: t('setting.off') },
  ]
  return (
    <SettingForm form="address" onSaved={onSaved}>
      <SettingField name="PUBLIC_URL" type="url" label={t('mailset.url')} hint={t('mailset.url-hint')} />
      <OwnAddress />
      <SettingField name="TRUST_PROXY" label={t('mailset.trust')} hint={t('mailset.trust-hint')} />
      <TryAddressSection />
      <SettingField
        name="HSTS_INCLUDE_SUBDOMAINS"
        label={t('mailset.hsts')}
        hint={t('mailset.hsts-hint')}
        choices={switches}
      />
      <SettingField
        name="SEARCH_ENGINES"
        label={t('mailset.engines')}
        hint={t('mailset.engines-hint')}
        choices={switches}
      />
      <SettingField name="EMBED_ORIGINS" label={t('mailset.embed')} hint={t('mailset.embed-hint')} />
      <SettingField name="SECURITY_CONTACT" label={t('mailset.contact')} hint={t('mailset.contact-hint')} />
    </SettingForm>
  )
}

/** Proposes the address that the page is at. */
function OwnAddress() {
  const { setting, draft, change } = useSettingDraft('PUBLIC_URL')
  const { origin } = location
  const value = draft === undefined ? setting.value : draft
  if (value === origin || setting.origin === 'environment') return null
  return (
    <div className="buttons">
      <Button onClick={() => change(origin === setting.value ? undefined : origin)}>
        {t('mailset.take', { value: origin })}
      </Button>
    </div>
  )
}
