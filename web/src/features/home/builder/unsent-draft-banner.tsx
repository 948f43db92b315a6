import type { Show } from '@called-it/shared/contract/shows'
import { Hourglass } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../../../lib/paths.ts'
import { useCountdown } from '../../../lib/shows/use-countdown.ts'
import { Banner } from '../../../ui/banner.tsx'
import type { ShowDraft } from './draft-store.ts'
import { SubmitButton } from './submit-button.tsx'

type UnsentDraftBannerProps = { show: Show; draft: ShowDraft }

export function UnsentDraftBanner({ show, draft }: UnsentDraftBannerProps) {
  const left = useCountdown(Date.parse(show.locks_at))
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
          <p className="small">
            <Link to={paths.prediction(show.id)}>{show.venue}</Link>{' '}
            <span className="soft">closes in {left}</span>
          </p>
        </>
      }
      actions={
        <SubmitButton showId={show.id} draft={draft} size="m">
          submit
        </SubmitButton>
      }
    />
  )
}
