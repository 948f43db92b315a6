import { SETUP_STEPS } from '@called-it/shared/contract/setup-steps'
import { useEffect, useState } from 'react'
import { attempt } from '../../../lib/account/user-storage.ts'
import { useSite } from '../../../lib/api/site.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { useSetupState } from './use-setup-state.ts'

const HIDDEN = 'called-it:setup-hidden'

/** On the dashboard, until everything is set up. This device keeps that it is hidden. */
export function SetupCard() {
  const [isHidden, setIsHidden] = useState(() => attempt(() => localStorage.getItem(HIDDEN)) != null)
  const isDemo = useSite().data?.isDemo ?? true
  const isShown = !(isHidden || isDemo)
  const { data, isError } = useSetupState({ enabled: isShown })
  const all = SETUP_STEPS.length
  const isDone = data?.done.length === all
  const hide = () => {
    attempt(() => localStorage.setItem(HIDDEN, '1'))
    setIsHidden(true)
  }
  // So that the next dashboard keeps no place for it.
  useEffect(() => void (isDone && attempt(() => localStorage.setItem(HIDDEN, '1'))), [isDone])
  if (!isShown || isDone || isError) return null
  return (
    <Card heading={data ? t('setup.card', { done: data.done.length, all }) : t('setup.card-short')}>
      <div className="buttons">
        <ButtonLink to={paths.adminSetup}>{t('setup.card-go')}</ButtonLink>
        <Button variant="quiet" onClick={hide}>
          {t('setup.card-hide')}
        </Button>
      </div>
    </Card>
  )
}
