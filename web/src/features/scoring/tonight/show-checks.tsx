import type { AdminShow } from '@called-it/shared/contract/catalogue'
import type { SourceReading } from '@called-it/shared/contract/live-editing'
import clsx from 'clsx'
import { GitCompareArrows, Lock, type LucideIcon, Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRuns } from '../../../lib/api/runs.ts'
import { paths } from '../../../lib/paths.ts'
import { useTimeLeft } from '../../../lib/shows/use-time-left.ts'
import { formatTime } from '../../../lib/words/format-instant.ts'
import { t } from '../../../lib/words/texts.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { usePicksState } from '../picks-state.tsx'
import { ScoreButtons } from '../score-buttons.tsx'
import { lockTimeInWords } from '../show-lock/lock-in-words.ts'
import { LockNow } from '../show-lock/lock-now.tsx'
import { ReopenPicks } from '../show-lock/reopen-picks.tsx'
import { failureOf, ShowStatus } from '../show-status.tsx'
import { useShowScoring } from '../use-show-scoring.ts'
import styles from './tonight.module.css'

type ShowChecksProps = { show: AdminShow; source: SourceReading | null }

/** What has to be right on a show night: the lock, the source, the score. */
export function ShowChecks({ show, source }: ShowChecksProps) {
  const { data } = useRuns()
  const scoring = useShowScoring(show, data?.runs)
  const isOpen = usePicksState(show) === 'open'
  const timeLeft = useTimeLeft(show)
  const failure = failureOf(scoring.latestRun)
  const locked = lockTimeInWords(show.locks_at, show.utc_offset)
  const agrees = source !== null && !source.isAway && !source.differs
  return (
    <Card aria-label={t('scoring.checks')}>
      <ul className="stack">
        <Check
          Icon={Lock}
          isGood={!isOpen}
          title={isOpen ? closingInWords(timeLeft) : t('scoring.are-closed')}
          text={isOpen ? locked : t('scoring.since', { time: locked })}
        >
          {isOpen && <LockNow show={show} />}
          {!isOpen && !show.is_scored && show.setlist === null && <ReopenPicks show={show} />}
        </Check>
        <Check Icon={GitCompareArrows} isGood={agrees} {...describeSource(source)}>
          {source?.differs && <ButtonLink to={paths.liveEditor(show.id)}>{t('scoring.compare')}</ButtonLink>}
        </Check>
        <Check
          Icon={Trophy}
          isGood={show.is_scored}
          title={
            <>
              {t('scoring.the-score')} <ShowStatus show={show} status={scoring.status} />
            </>
          }
          text={failure ?? (show.is_scored ? t('scoring.out') : t('scoring.after-last'))}
        >
          <ScoreButtons show={show} scoring={scoring} />
        </Check>
      </ul>
    </Card>
  )
}

function closingInWords(left: string | null): string {
  return left === null ? t('scoring.close-soon') : t('scoring.close-in', { left })
}

function describeSource(source: SourceReading | null): { title: string; text: string } {
  if (source === null) return { title: t('scoring.not-read-yet'), text: t('scoring.read-later') }
  const time = formatTime(source.readAt)
  if (source.isAway) return { title: t('scoring.away'), text: t('scoring.last-read', { time }) }
  return {
    title: source.differs ? t('scoring.differs') : t('scoring.agrees'),
    text: t('scoring.read', { time }),
  }
}

type CheckProps = {
  Icon: LucideIcon
  isGood: boolean
  title: ReactNode
  text: string
  children: ReactNode
}

function Check({ Icon, isGood, title, text, children }: CheckProps) {
  return (
    <li className={clsx(styles.check, 'row-3 wraps')}>
      <Icon aria-hidden size={22} className={isGood ? styles.good : 'soft'} />
      <div className={styles.words}>
        <p className="semibold">{title}</p>
        <p className="soft small">{text}</p>
      </div>
      <div className="buttons">{children}</div>
    </li>
  )
}
