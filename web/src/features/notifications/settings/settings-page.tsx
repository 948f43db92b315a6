import { counted } from '@called-it/shared/contract/counted'
import clsx from 'clsx'
import { Card } from '../../../ui/card.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { Page } from '../../../ui/page.tsx'
import { ChoicesTable } from './choices-table.tsx'
import { DeviceList } from './device-list.tsx'
import { PushSwitch } from './push-switch.tsx'
import styles from './settings.module.css'
import { TimesForm } from './times-form.tsx'
import { useSettings } from './use-settings.ts'

export function NotificationSettingsPage() {
  const { data, isError, refetch } = useSettings()
  return (
    <Page title="notification settings" width="narrow" hasSections>
      <h1>notification settings</h1>
      <div className={clsx(styles.all, 'cards')}>
        {data ? (
          <ChoicesTable choices={data.choices} />
        ) : (
          <NotLoaded
            what="the settings"
            query={{ isError, refetch }}
            blocks={[10, '53px']}
            className="stack-2"
          />
        )}
      </div>
      {data && (
        <>
          <Card heading="push on this device" note={counted(data.devices, 'device')}>
            <PushSwitch pushKey={data.push_key} />
            <DeviceList />
          </Card>
          <Card heading="quiet hours">
            <p className="soft">Reminders and league news wait until they are over.</p>
            <TimesForm settings={data} />
          </Card>
        </>
      )}
    </Page>
  )
}
