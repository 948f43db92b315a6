import { bandProfile, bandProfileEndpoints } from '@called-it/shared/contract/band-profile'
import type { ResponseBody } from '@called-it/shared/contract/endpoint'
import type { Issue } from '@called-it/shared/contract/error-body'
import type { InstallationSetting } from '@called-it/shared/contract/installation-settings'
import type { Language } from '@called-it/shared/languages/formats'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { request } from '../../../lib/api/api.ts'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { ENGLISH, listLanguages, t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast.ts'
import { issuesByName, useChangeSettings, useInstallationSettings } from '../use-installation-settings.ts'
import styles from './band.module.css'
import { TextsFields } from './band-field.tsx'
import {
  type BandFieldName,
  type BandFields,
  fieldAt,
  fieldsOf,
  profileOf,
  standInsOf,
  textsIn,
} from './band-fields.ts'
import { HomePreview } from './home-preview.tsx'
import { AccentField, LogoField } from './look-fields.tsx'
import { MoreFields, NameFields } from './profile-fields.tsx'
import { useBandDraft } from './use-band-draft.ts'

const SETTING = 'BAND_PROFILE'
const { getBandProfile } = bandProfileEndpoints
/** The fields of a section that may be closed. */
const TEXTS = /^(?:texts|translations)\./
const MORE = /^(?:songwriter\.slug|nicknames|legal\..*)$/

type BandFormProps = { onSaved?: () => void }

/** The band's names, texts and look, with a preview of home. */
export function BandForm({ onSaved }: BandFormProps) {
  const settings = useInstallationSettings()
  const band = useQuery({
    queryKey: queryKeys.bandProfile,
    queryFn: ({ signal }) => request(getBandProfile, { signal }),
    // Another admin may change it.
    gcTime: 0,
  })
  const setting = settings.data?.get(SETTING)
  if (band.data && setting) return <LoadedForm {...band.data} origin={setting.origin} onSaved={onSaved} />
  const query = settings.isError ? settings : band
  return <NotLoaded what={t('band.what')} query={query} blocks={[8, '96px']} className="stack-4" />
}

type LoadedFormProps = { onSaved: (() => void) | undefined } & ResponseBody<typeof getBandProfile> &
  Pick<InstallationSetting, 'origin'>

function LoadedForm({ profile, proposals, origin, onSaved }: LoadedFormProps) {
  const form = useForm<BandFields>({
    defaultValues: fieldsOf(profile, Object.keys(proposals), origin === 'default'),
  })
  useBandDraft(form)
  const fields = form.watch()
  const standIns = standInsOf(fields, proposals)
  const [language, setLanguage] = useState<Language>(ENGLISH)
  const [wrong, setWrong] = useState<readonly BandFieldName[]>([])
  const [refusals, setRefusals] = useState(0)
  const saving = useChangeSettings()
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (wrong.length > 0) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [wrong])
  const isFixed = origin === 'environment'

  function refuse(issues: readonly Issue[]): BandFieldName[] {
    const found = issues.flatMap(({ path, message }) => {
      const field = fieldAt(fields, path)
      if (field) form.setError(field, { message })
      return field ?? []
    })
    setWrong(found)
    setRefusals((count) => count + 1)
    setLanguage(found.map(languageOf).find((known) => known !== null) ?? language)
    return found
  }

  function save() {
    if (saving.isPending) return
    form.clearErrors()
    const parsed = bandProfile.safeParse(profileOf(fields, standIns))
    if (!parsed.success) {
      refuse(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
      return
    }
    saving.mutate(
      { [SETTING]: JSON.stringify(parsed.data) },
      {
        onSuccess() {
          form.reset(fields, { keepValues: true })
          toast({ title: t('setting.saved') })
          onSaved?.()
        },
        onError(error) {
          const issues = [...issuesByName(error)].map(([name, message]) => ({
            path: name.replace(`${SETTING}.`, ''),
            message,
          }))
          if (refuse(issues).length === 0) toastAdminFailure(t('setting.not-saved'), error)
        },
      },
    )
  }

  return (
    <FormProvider {...form}>
      <div className={styles.frame}>
        <Form ref={element} className={styles.layout} onSubmit={save}>
          <div className="stack-4">
            {isFixed && <Notice>{t('setting.fixed', { name: SETTING })}</Notice>}
            <Fields isFixed={isFixed}>
              <NameFields standIns={standIns} />
              <AccentField />
              <LogoField />
            </Fields>
            <Field label={t('band.language')}>
              {(wiring) => (
                <Select {...wiring} value={language} onChange={({ target }) => setLanguage(target.value)}>
                  {listLanguages().map(([code, name]) => (
                    <option key={code} value={code} lang={code}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Section title={t('band.texts')} opened={wrong.some((name) => TEXTS.test(name)) ? refusals : 0}>
              <Fields key={language} isFixed={isFixed}>
                {language === ENGLISH ? (
                  <TextsFields path="texts" standIns={standIns.texts} />
                ) : (
                  <TextsFields
                    path={`translations.${language}`}
                    standIns={standIns.translations[language] ?? {}}
                  />
                )}
              </Fields>
            </Section>
            <Section title={t('band.more')} opened={wrong.some((name) => MORE.test(name)) ? refusals : 0}>
              <Fields key={language} isFixed={isFixed}>
                <MoreFields slug={standIns.songwriter.slug} language={language} />
              </Fields>
            </Section>
            {!isFixed && (
              <div className="buttons">
                <Button type="submit" busy={saving.isPending} busyText={t('setting.saving')}>
                  {t('setting.save')}
                </Button>
              </div>
            )}
          </div>
          <div className={styles.aside}>
            <HomePreview
              shortName={fields.band.shortName.trim() || standIns.band.shortName}
              dataSite={fields.dataSite.url.trim() && (fields.dataSite.name.trim() || standIns.dataSite.name)}
              texts={textsIn(language, fields, standIns)}
              language={language}
              accent={fields.accent}
              logo={fields.logo}
            />
          </div>
        </Form>
      </div>
    </FormProvider>
  )
}

/** Null for what is the same in all languages. */
function languageOf(name: BandFieldName): Language | null {
  const [, translated] = /^(?:legal\.)?translations\.([^.]+)/.exec(name) ?? []
  return translated ?? (/^(?:texts\.|legal\.[pt])/.test(name) ? ENGLISH : null)
}

function Fields({ isFixed, children }: { isFixed: boolean; children: ReactNode }) {
  return (
    <fieldset disabled={isFixed} className={clsx(styles.fields, 'stack-4')}>
      {children}
    </fieldset>
  )
}

/** Opens at each refusal that has something in it; 0 for none. */
function Section({ title, opened, children }: { title: string; opened: number; children: ReactNode }) {
  return (
    <Disclosure key={opened} title={title} defaultOpen={opened > 0}>
      {children}
    </Disclosure>
  )
}
