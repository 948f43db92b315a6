import { t } from '../../../lib/words/texts.ts'
import { SettingField } from '../setting-field.tsx'
import { SettingForm } from '../setting-form.tsx'

export function BackupForm({ onSaved }: { onSaved?: () => void }) {
  return (
    <SettingForm form="backups" onSaved={onSaved}>
      <SettingField
        name="BACKUP_EVERY"
        label={t('backup.every')}
        hint={t('backup.every-hint')}
        type="decimal"
      />
      <SettingField name="BACKUP_KEEP" label={t('backup.keep')} hint={t('backup.keep-hint')} type="decimal" />
      <SettingField name="BACKUP_UPLOAD_MB" label={t('backup.max')} type="decimal" />
    </SettingForm>
  )
}
