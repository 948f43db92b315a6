import { SETUP_STEPS, type SetupStep, setupStep } from '@called-it/shared/contract/setup-steps'
import { PRODUCT } from '@called-it/shared/contract/site'
import { type ComponentType, Suspense, useEffect, useRef } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { setRestoring } from '../../../lib/account/restoring.ts'
import { lazyExport } from '../../../lib/lazy-export.tsx'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/words/texts.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { focusSection } from '../../../ui/focus-section.ts'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { Page } from '../../../ui/page.tsx'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { LAZY_FORMS } from '../lazy-forms.ts'
import { RestartNotice } from '../restart-notice.tsx'
import { useInstallationSettings } from '../use-installation-settings.ts'
import { LastStep } from './last-step.tsx'
import { STEP_NAMES, StepList } from './step-list.tsx'
import { useSetupState } from './use-setup-state.ts'

const FORMS: Readonly<Record<SetupStep, ComponentType<{ onSaved?: () => void }>>> = {
  ...LAZY_FORMS,
  backup: lazyExport(() => import('../backups/backup-now.tsx')),
}

/** Each step can be left and come back to: it is in the address. */
export function WizardPage() {
  const [search] = useSearchParams()
  const step = search.get('step')
  const current = setupStep.safeParse(step).data ?? 'end'
  const state = useSetupState({
    isWaiting: ({ done, next_show }) =>
      current === 'end' ? next_show === null : current === 'backup' && !done.includes('backup'),
  })
  // While a restore runs, its guard lets the page stay.
  useEffect(() => () => setRestoring(false), [])
  const section = useRef<HTMLElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== null && shown.current !== step) focusSection(section.current)
    shown.current = step
  }, [step])
  const settings = useInstallationSettings()
  const title = t('setup.title', { product: PRODUCT })
  const { data } = state
  if (step === null && data) {
    const first = SETUP_STEPS.find((one) => !data.done.includes(one)) ?? 'end'
    return <Navigate to={paths.setupStep(first)} replace />
  }
  return (
    <Page title={title} hasSections>
      <h1>{title}</h1>
      {data ? (
        <>
          {settings.data && <RestartNotice settings={settings.data} />}
          <StepList current={current} done={data.done} />
          <Card key={current} ref={section} heading={t(STEP_NAMES[current])} className="stack-4">
            {current === 'end' ? (
              <LastStep {...data} />
            ) : (
              <Step step={current} isDone={data.done.includes(current)} onSaved={state.refetch} />
            )}
          </Card>
        </>
      ) : (
        <NotLoaded what={t('setup.what')} query={state} blocks={[2, '200px']} />
      )}
    </Page>
  )
}

type StepProps = { step: SetupStep; isDone: boolean; onSaved: () => unknown }

function Step({ step, isDone, onSaved }: StepProps) {
  const Form = FORMS[step]
  const index = SETUP_STEPS.indexOf(step)
  const before = SETUP_STEPS[index - 1]
  return (
    <Suspense fallback={<SkeletonBlocks count={3} height="96px" />}>
      <Form onSaved={() => void onSaved()} />
      <div className="buttons">
        {before && (
          <ButtonLink variant="quiet" to={paths.setupStep(before)}>
            {t('setup.back')}
          </ButtonLink>
        )}
        <ButtonLink variant={isDone ? 'main' : 'plain'} to={paths.setupStep(SETUP_STEPS[index + 1] ?? 'end')}>
          {t(isDone ? 'setup.next' : 'setup.skip')}
        </ButtonLink>
      </div>
    </Suspense>
  )
}
