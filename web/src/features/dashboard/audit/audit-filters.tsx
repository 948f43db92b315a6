import type { AuditFilterInput } from '@called-it/shared/contract/audit-log'
import { useSearchParams } from 'react-router-dom'
import { t } from '../../../lib/words/texts.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import styles from './audit.module.css'
import { readFilter, useAuditLog } from './use-audit-log.ts'

const DAYS = [
  ['from', 'audit.from'],
  ['to', 'audit.to'],
] as const

/** The filters are in the page's address; `search` is what it was a moment ago. */
export function AuditFilters({ search }: { search: string }) {
  const [address, setAddress] = useSearchParams()
  const { data } = useAuditLog(search)
  const filter = readFilter(address.toString())
  const { user = '', action = '' } = filter
  const set = (name: keyof AuditFilterInput, value: string) => {
    const { [name]: _, ...others } = filter
    setAddress(value === '' ? others : { ...others, [name]: value }, { replace: true })
  }
  const actions = new Set(data?.actions).add(action)
  return (
    <div className={styles.filters}>
      <Field label={t('audit.user')}>
        {(wiring) => (
          <TextInput
            {...wiring}
            inputMode="numeric"
            autoComplete="off"
            value={user}
            onChange={({ target }) => set('user', target.value)}
          />
        )}
      </Field>
      <Field label={t('audit.action')}>
        {(wiring) => (
          <Select {...wiring} value={action} onChange={({ target }) => set('action', target.value)}>
            <option value="">{t('audit.all')}</option>
            {[...actions].filter(Boolean).map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        )}
      </Field>
      {DAYS.map(([name, label]) => (
        <Field key={name} label={t(label)}>
          {(wiring) => (
            <TextInput
              {...wiring}
              type="date"
              value={filter[name] ?? ''}
              onChange={({ target }) => set(name, target.value)}
            />
          )}
        </Field>
      ))}
    </div>
  )
}
