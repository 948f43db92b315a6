import { installationSourceEndpoints } from '@called-it/shared/contract/installation-source'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { t } from '../../../lib/words/texts.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { SettingField } from '../setting-field.tsx'
import { SettingForm } from '../setting-form.tsx'
import { ImportNow } from './import-now.tsx'
import { SourceFields } from './source-fields.tsx'
import type { TypedSource } from './typed-source.ts'

/** Where setlists come from, and the import of them. */
export function SourceForm({ onSaved }: { onSaved?: () => void }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<TypedSource | null>(null)
  const status = useQuery({
    queryKey: queryKeys.sourceStatus,
    queryFn: ({ signal }) => request(installationSourceEndpoints.getSourceStatus, { signal }),
    refetchOnMount: 'always',
  })
  if (!status.data) return <NotLoaded what={t('source.what')} query={status} blocks={[2, '96px']} />
  const finish = () => {
    setTyped(null)
    void queryClient.invalidateQueries({ queryKey: queryKeys.sourceStatus })
    onSaved?.()
  }
  return (
    <div className="stack-4">
      <SettingForm form="source" onSaved={finish}>
        <SourceFields status={status.data} typed={typed} onType={setTyped} />
        <Disclosure title={t('source.more')}>
          <div className="stack-4">
            <SettingField
              name="IMPORT_EVERY"
              type="decimal"
              label={t('source.every')}
              hint={t('source.every-hint')}
            />
            <SettingField
              name="LIVE_SETLIST"
              label={t('source.live')}
              choices={[
                { value: 'operators', label: t('source.live-hand') },
                { value: 'source', label: t('source.live-source') },
              ]}
            />
            <SettingField
              name="AUTO_FINAL"
              label={t('source.final')}
              choices={[
                { value: 'on', label: t('setting.on') },
                { value: 'off', label: t('setting.off') },
              ]}
            />
          </div>
        </Disclosure>
      </SettingForm>
      <ImportNow onImported={onSaved} />
    </div>
  )
}
