import type { AdminShow } from '@called-it/shared/contract/catalogue'
import type { Run } from '@called-it/shared/contract/runs'
import clsx from 'clsx'
import { isOpenRun } from '../../lib/api/runs.ts'
import { paths } from '../../lib/paths.ts'
import { longDate } from '../../lib/shows/show-date.ts'
import { noticeInWords } from '../../lib/shows/show-notice.ts'
import { t } from '../../lib/words/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { RunProgress } from '../../ui/progress.tsx'
import { PicksBadge, usePicksState } from './picks-state.tsx'
import { ScoreButtons } from './score-buttons.tsx'
import styles from './scoring.module.css'
import { failureOf, ShowStatus } from './show-status.tsx'
import { useShowScoring } from './use-show-scoring.ts'

type ShowRowProps = { show: AdminShow; runs: readonly Run[] | undefined; isNext?: boolean }

export function ShowRow({ show, runs, isNext = false }: ShowRowProps) {
  const scoring = useShowScoring(show, runs)
  const { latestRun } = scoring
  const failure = failureOf(latestRun)
  const picksState = usePicksState(show)
  const notice = noticeInWords(show)
  return (
    <li className={clsx(styles.show, 'row wraps')} aria-label={`${show.venue}, ${longDate(show.showdate)}`}>
      <div className={styles.facts}>
        <p className="semibold">
          {show.venue} <ShowStatus show={show} status={scoring.status} />
          {(show.is_cancelled || !show.is_scored) && <PicksBadge state={picksState} />}{' '}
          {show.excluded && <Badge tone="danger">{t('scoring.excluded')}</Badge>}
          {show.vanished && <Badge tone="danger">{t('scoring.vanished')}</Badge>}
        </p>
        <p className="soft small">
          {longDate(show.showdate)} · {show.city}
          {show.city && ', '}
          {show.state ?? show.country}
        </p>
        <p className="soft small tabular">{describeShow(show)}</p>
        {notice && <p className="small">{notice}</p>}
      </div>
      <div className="buttons">
        <ButtonLink variant="quiet" to={paths.setlistEditor(show.id)}>
          {t('scoring.to-setlist')}
        </ButtonLink>
        {!show.is_scored && !show.is_cancelled && (
          <ButtonLink variant="quiet" to={paths.liveEditor(show.id)}>
            {t('scoring.to-live')}
          </ButtonLink>
        )}
        <ScoreButtons show={show} scoring={scoring} isNext={isNext} />
      </div>
      {latestRun && isOpenRun(latestRun) && (
        <div className={styles.progress}>
          <RunProgress run={latestRun} />
        </div>
      )}
      {failure && (
        <p role="status" className={styles.failure}>
          {failure}
        </p>
      )}
    </li>
  )
}

function describeShow({ predictions, setlist, source, edited_by_hand }: AdminShow): string {
  return [
    t('scoring.fans', { count: predictions }),
    describeSetlist(setlist),
    t('scoring.from', { source }),
    edited_by_hand && t('scoring.hand-edited'),
  ]
    .filter(Boolean)
    .join(' · ')
}

function describeSetlist(setlist: AdminShow['setlist']): string {
  if (!setlist) return t('scoring.no-setlist')
  return setlist.origin === 'hand' ? t('scoring.hand-setlist', setlist) : t('scoring.read-setlist', setlist)
}
