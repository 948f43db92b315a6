import type { InstallationSetting, SettingName } from '@called-it/shared/contract/installation-settings'
import { createContext, use } from 'react'
import type { InstallationSettings, SettingChanges } from './use-installation-settings.ts'

/**
 * Of what is stored: text is to replace it (an empty one, of a secret, is still to be entered), null to remove it,
 * undefined to keep it.
 */
type Draft = string | null | undefined

type FormDrafts = {
  settings: InstallationSettings
  drafts: SettingChanges
  issues: ReadonlyMap<string, string>
  change: (name: SettingName, draft: Draft) => void
}

export const FormDraftsContext = createContext<FormDrafts | null>(null)

/** @throws Error outside a `SettingForm` */
export function useFormDrafts(): FormDrafts {
  const form = use(FormDraftsContext)
  if (!form) throw new Error('There is no SettingForm around it')
  return form
}

type SettingDraft = {
  setting: InstallationSetting
  draft: Draft
  issue: string | undefined
  change: (draft: Draft) => void
}

/** @throws Error outside a `SettingForm`, and for a setting that the server does not know */
export function useSettingDraft(name: SettingName): SettingDraft {
  const { settings, drafts, issues, change } = useFormDrafts()
  const setting = settings.get(name)
  if (!setting) throw new Error(`There is no setting ${name}`)
  return {
    setting,
    draft: drafts[name],
    issue: issues.get(name),
    change: (draft) => change(name, draft),
  }
}
