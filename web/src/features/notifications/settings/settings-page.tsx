import clsx from 'clsx'
import { t } from '../../../lib/words/texts.ts'
import { Card } from '../../../ui/card.tsx'
import { DeviceList } from '../../../ui/device-list.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { Page } from '../../../ui/page.tsx'
import { ChoicesTable } from './choices-table.tsx'
import { PushSwitch } from './push-switch.tsx'
import styles from './settings.module.css'
import { TimesForm } from './times-form.tsx'
import { useSettings } from './use-settings.ts'

export function NotificationSettingsPage() {
  const { data, isError, refetch } = useSettings()
  return (
    <Page title={t('inbox.settings')} width="narrow" hasSections>
      <h1>{t('inbox.settings')}</h1>
      <div className={clsx(styles.all, 'cards')}>
        {data ? (
          <ChoicesTable choices={data.choices} />
        ) : (
          <NotLoaded
            what={t('inbox.the-settings')}
            query={{ isError, refetch }}
            blocks={[10, '53px']}
            className="stack-2"
          />
        )}
      </div>
      {data && (
        <>
          <Card heading={t('inbox.push-here')} note={t('inbox.devices', { count: data.devices })}>
            <PushSwitch pushKey={data.push_key} />
            <DeviceList />
          </Card>
          <Card heading={t('inbox.quiet-hours')}>
            <p className="soft">{t('inbox.about-quiet')}</p>
            <TimesForm settings={data} />
          </Card>
        </>
      )}
    </Page>
  )
}
