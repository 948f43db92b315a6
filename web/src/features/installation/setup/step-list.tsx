import { SETUP_STEPS, type SetupStep } from '@called-it/shared/contract/setup-steps'
import type { PlainId } from '@called-it/shared/languages/translate'
import { Check } from 'lucide-react'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/words/texts.ts'
import { ChipLink } from '../../../ui/chip.tsx'

/** `end`: what is left. */
type Screen = SetupStep | 'end'

export const STEP_NAMES = {
  band: 'setup.band',
  source: 'setup.source',
  mail: 'setup.mail',
  address: 'setup.address',
  'sign-ups': 'setup.sign-ups',
  backup: 'setup.backup',
  end: 'setup.end',
} as const satisfies Record<Screen, PlainId>

export function StepList({ current, done }: { current: Screen; done: readonly SetupStep[] }) {
  return (
    <nav aria-label={t('setup.steps')}>
      <ol className="buttons">
        {SETUP_STEPS.map((step) => (
          <li key={step}>
            <ChipLink on={step === current} to={paths.setupStep(step)}>
              {done.includes(step) && (
                <>
                  <Check aria-hidden /> <span className="visually-hidden">{t('setup.step-done')} </span>
                </>
              )}
              {t(STEP_NAMES[step])}
            </ChipLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
