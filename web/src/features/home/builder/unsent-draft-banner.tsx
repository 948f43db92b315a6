import type { Show } from '@called-it/shared/contract/shows'
import { Hourglass } from 'lucide-react'
import { useMatch } from 'react-router-dom'
import { paths, patterns } from '../../../lib/paths.ts'
import { useCountdown } from '../../../lib/shows/use-countdown.ts'
import { t } from '../../../lib/words/texts.ts'
import { Banner } from '../../../ui/banner.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'

/** Its link leads to the page that submits, and is not there on that page. */
export function UnsentDraftBanner({ show }: { show: Show }) {
  const left = useCountdown(Date.parse(show.locks_at))
  const isInBuilder = useMatch(patterns.prediction)?.params.showId === String(show.id)
  if (left === null) return null
  return (
    <Banner
      kind="unsent draft"
      label={t('pick.unsent')}
      Icon={Hourglass}
      isFixed
      words={
        <>
          <p role="status">
            <b>{t('pick.not-sent')}</b>
          </p>
          <p className="soft small">{t('pick.venue-closes', { venue: show.venue, left })}</p>
        </>
      }
      actions={
        !isInBuilder && (
          <ButtonLink to={paths.prediction(show.id)} variant="main">
            {t('pick.send')}
          </ButtonLink>
        )
      }
    />
  )
}
