import { SETUP_STEPS } from '@called-it/shared/contract/setup-steps'
import { Link } from 'react-router-dom'
import { paths } from '../../../lib/paths.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { Rich } from '../../../lib/words/rich.tsx'
import { t } from '../../../lib/words/texts.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { SetupState } from './use-setup-state.ts'

export function LastStep({ done, next_show: show }: SetupState) {
  const left = SETUP_STEPS.length - done.length
  return (
    <>
      <p>{left === 0 ? t('setup.all-done') : t('setup.left', { count: left })}</p>
      <div role="status">
        {show ? (
          <Notice tone="good">
            <Rich
              id="setup.next-show"
              show={`${show.venue}, ${longDate(show.date)}`}
              link={(words) => <Link to={paths.show(show.id)}>{words}</Link>}
            />
          </Notice>
        ) : (
          <Notice>{t('setup.no-show')}</Notice>
        )}
      </div>
      <div className="buttons">
        <ButtonLink variant="main" to={paths.admin}>
          {t('setup.to-admin')}
        </ButtonLink>
      </div>
    </>
  )
}
