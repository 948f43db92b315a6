import type { Show } from '@called-it/shared/contract/shows'
import { Hourglass } from 'lucide-react'
import { useMatch } from 'react-router-dom'
import { paths, patterns } from '../../../lib/paths.ts'
import { useCountdown } from '../../../lib/shows/use-countdown.ts'
import { Banner } from '../../../ui/banner.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'

/** Its link leads to the page that submits, and is not there on that page. */
export function UnsentDraftBanner({ show }: { show: Show }) {
  const left = useCountdown(Date.parse(show.locks_at))
  const isInBuilder = useMatch(patterns.prediction)?.params.showId === String(show.id)
  if (left === null) return null
  return (
    <Banner
      label="unsent draft"
      Icon={Hourglass}
      isFixed
      words={
        <>
          <p role="status">
            <b>your draft is not sent</b>
          </p>
          <p className="soft small">
            {show.venue} closes in {left}
          </p>
        </>
      }
      actions={
        !isInBuilder && (
          <ButtonLink to={paths.prediction(show.id)} variant="main">
            send it
          </ButtonLink>
        )
      }
    />
  )
}
