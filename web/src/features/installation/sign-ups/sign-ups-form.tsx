import type { Config, RegistrationMode } from '@called-it/shared/contract/site'
import { useState } from 'react'
import { useConfig } from '../../../lib/api/site.ts'
import { useChangeConfig } from '../../../lib/api/use-change-config.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { RegistrationLink } from '../../../ui/registration/registration-link.tsx'
import { RegistrationSetting } from '../../../ui/registration/registration-setting.tsx'

export function SignUpsForm({ onSaved }: { onSaved?: () => void }) {
  const config = useConfig()
  if (config.data) return <LoadedForm config={config.data} onSaved={onSaved} />
  return <NotLoaded what={t('setting.what')} query={config} blocks={[2, '60px']} className="stack-4" />
}

type LoadedFormProps = { config: Config; onSaved: (() => void) | undefined }

function LoadedForm({ config, onSaved }: LoadedFormProps) {
  const { mode, is_fixed } = config.registration
  const [chosen, setChosen] = useState<RegistrationMode>()
  const change = useChangeConfig()
  function save() {
    if (change.isPending) return
    if (chosen === undefined || chosen === mode) return onSaved?.()
    const said = t('invite.changed', { mode: chosen })
    change.mutate({ set: { registration: chosen }, said, held: config }, { onSuccess: () => onSaved?.() })
  }
  return (
    <>
      <Form className="stack-4" onSubmit={save}>
        <RegistrationSetting
          mode={chosen ?? mode}
          isFixed={is_fixed}
          busy={change.isPending}
          onChange={setChosen}
        />
        <div className="buttons">
          <Button type="submit" busy={change.isPending} busyText={t('setting.saving')}>
            {t('setting.save')}
          </Button>
        </div>
      </Form>
      {mode === 'invited' && <RegistrationLink />}
    </>
  )
}
