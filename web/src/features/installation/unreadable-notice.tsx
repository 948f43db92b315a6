import { t } from '../../lib/words/texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { LinkedSettings } from './linked-settings.tsx'
import type { InstallationSettings } from './use-installation-settings.ts'

/** After a restore without the settings key. */
export function UnreadableNotice({ settings }: { settings: InstallationSettings }) {
  const unreadable = [...settings.values()].filter((setting) => setting.is_unreadable)
  if (unreadable.length === 0) return null
  return (
    <Notice tone="danger" title={t('setting.again')}>
      <p>{t('setting.again-hint')}</p>
      <LinkedSettings settings={unreadable} />
    </Notice>
  )
}
