import {
  type SettingForm as FormName,
  SETTING_FORMS,
  type SettingName,
} from '@called-it/shared/contract/installation-settings'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { toastAdminFailure } from '../../lib/api/failure-toasts.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { toast } from '../../ui/toast.ts'
import { FormDraftsContext } from './setting-draft.ts'
import { SettingIssues } from './setting-issues.tsx'
import {
  type InstallationSettings,
  issuesByName,
  type SettingChanges,
  useChangeSettings,
  useInstallationSettings,
} from './use-installation-settings.ts'

type SettingFormProps = {
  form: FormName
  /** After a save, also one without a change. */
  onSaved?: (() => void) | undefined
  /** `SettingField`s, and whatever else. */
  children: ReactNode
}

/** The settings of one form with its button. Saves only what was changed. */
export function SettingForm(props: SettingFormProps) {
  const query = useInstallationSettings()
  if (query.data) return <LoadedForm {...props} settings={query.data} />
  const count = SETTING_FORMS[props.form].length
  return <NotLoaded what={t('setting.what')} query={query} blocks={[count, '96px']} className="stack-4" />
}

type LoadedFormProps = SettingFormProps & { settings: InstallationSettings }

function LoadedForm({ form, onSaved, settings, children }: LoadedFormProps) {
  const [drafts, setDrafts] = useState<SettingChanges>({})
  const saving = useChangeSettings()
  const issues = issuesByName(saving.error)
  const names: readonly string[] = SETTING_FORMS[form]
  const others = new Map([...issues].filter(([name]) => !names.includes(name)))
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!saving.error) return
    const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid]')
    if (wrong) return wrong.focus()
    // The wrong one may be in a part that is closed.
    for (const part of element.current?.querySelectorAll('details') ?? []) part.open = true
  }, [saving.error])

  function change(name: SettingName, draft: string | null | undefined) {
    setDrafts(({ [name]: _before, ...kept }) => (draft === undefined ? kept : { ...kept, [name]: draft }))
  }

  function finish() {
    setDrafts({})
    saving.reset()
    toast({ title: t('setting.saved') })
    onSaved?.()
  }

  function save() {
    const entered = Object.entries(drafts).filter(([, draft]) => draft !== '')
    if (saving.isPending) return
    if (entered.length === 0) return finish()
    saving.mutate(Object.fromEntries(entered), {
      onSuccess: finish,
      onError: (error) => {
        if (issuesByName(error).size === 0) toastAdminFailure(t('setting.not-saved'), error)
      },
    })
  }

  return (
    <FormDraftsContext value={{ settings, drafts, issues, change }}>
      <Form ref={element} className="stack-4" onSubmit={save}>
        {children}
        {others.size > 0 && (
          <div role="alert" className="stack-2">
            <SettingIssues issues={others} />
          </div>
        )}
        <div className="buttons">
          <Button type="submit" busy={saving.isPending} busyText={t('setting.saving')}>
            {t('setting.save')}
          </Button>
        </div>
      </Form>
    </FormDraftsContext>
  )
}
