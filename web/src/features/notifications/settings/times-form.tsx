import type { NotificationSettings } from '@called-it/shared/contract/notification-settings'
import { isTimeZone } from '@called-it/shared/game/time-zones'
import { useId, useState } from 'react'
import { deviceZone } from '../../../lib/browser/device-zone.ts'
import { t } from '../../../lib/words/texts.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { type Times, useSetTimes } from './use-settings.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

export function TimesForm({ settings }: { settings: NotificationSettings }) {
  const save = useSetTimes()
  const times: Times = {
    time_zone: settings.time_zone ?? deviceZone() ?? '',
    quiet_from: settings.quiet_from,
    quiet_until: settings.quiet_until,
  }
  const change = (changed: Partial<Times>) => save({ ...times, ...changed })
  return (
    <div className="stack-4 apart">
      <ZoneField
        key={times.time_zone}
        zone={times.time_zone}
        onChange={(time_zone) => change({ time_zone })}
      />
      {times.time_zone === '' && <p className="soft small">{t('inbox.zone-first')}</p>}
      <HourField
        label={t('inbox.quiet-from')}
        disabled={times.time_zone === ''}
        hour={times.quiet_from}
        onChange={(quiet_from) => change({ quiet_from })}
      />
      <HourField
        label={t('inbox.quiet-until')}
        disabled={times.time_zone === ''}
        hour={times.quiet_until}
        onChange={(quiet_until) => change({ quiet_until })}
      />
      {times.quiet_from === times.quiet_until && <p className="soft small">{t('inbox.never-quiet')}</p>}
    </div>
  )
}

function ZoneField({ zone, onChange }: { zone: string; onChange: (zone: string) => void }) {
  const listId = useId()
  const [entered, setEntered] = useState(zone)
  const [known] = useState(() => Intl.supportedValuesOf('timeZone').filter(isTimeZone))
  // Keyboards of phones add a space to a suggested word.
  const name = entered.trim()
  const isKnown = isTimeZone(name)
  const save = () => {
    if (isKnown && name !== zone) onChange(name)
  }
  return (
    <Field label={t('inbox.zone')} error={isKnown || name === '' ? undefined : t('inbox.zone-unknown')}>
      {(wiring) => (
        <>
          <TextInput
            {...wiring}
            list={listId}
            value={entered}
            onChange={(event) => setEntered(event.target.value)}
            onBlur={save}
            onKeyDown={({ key }) => key === 'Enter' && save()}
          />
          <datalist id={listId}>
            {known.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}

type HourFieldProps = {
  label: string
  hour: number
  disabled: boolean
  onChange: (hour: number) => void
}

function HourField(props: HourFieldProps) {
  return (
    <Field label={props.label}>
      {(wiring) => (
        <Select
          {...wiring}
          value={props.hour}
          disabled={props.disabled}
          onChange={(event) => props.onChange(Number(event.target.value))}
        >
          {HOURS.map((hour) => (
            <option key={hour} value={hour}>
              {`${String(hour).padStart(2, '0')}:00`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
