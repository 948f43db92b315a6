import { t } from '../../../lib/words/texts.ts'
import { SettingField } from '../setting-field.tsx'
import { SettingForm } from '../setting-form.tsx'

export function AccountsForm({ onSaved }: { onSaved?: () => void }) {
  return (
    <SettingForm form="accounts" onSaved={onSaved}>
      <SettingField
        name="ADMIN_SECOND_FACTOR"
        label={t('setting.second')}
        hint={t('setting.second-hint')}
        choices={[
          { value: 'passkey', label: t('setting.second-on') },
          { value: 'off', label: t('setting.second-off') },
        ]}
      />
      <SettingField
        name="BREACH_CHECK_URL"
        type="url"
        label={t('setting.breach')}
        hint={t('setting.breach-hint')}
      />
      <SettingField
        name="RATE_LIMIT_SCALE"
        type="decimal"
        label={t('setting.limits')}
        hint={t('setting.limits-hint')}
      />
      <SettingField name="LEAGUE_MEMBERS" type="decimal" label={t('setting.members')} />
      <SettingField name="LEAGUES_PER_USER" type="decimal" label={t('setting.leagues')} />
    </SettingForm>
  )
}
