import type { Show } from '@called-it/shared/contract/shows'
import clsx from 'clsx'
import { useServerNow } from '../../../lib/api/server-clock.ts'
import { phaseInWords } from '../../../lib/live/phase-in-words.ts'
import { useLiveEditor } from '../../../lib/live/use-live-editor.ts'
import { paths } from '../../../lib/paths.ts'
import { smallSetLabel } from '../../../lib/shows/set-labels.ts'
import { shortDate } from '../../../lib/shows/show-date.ts'
import { useLiveShows, useUpcomingShows } from '../../../lib/shows/use-shows.ts'
import { formatNumber } from '../../../lib/words/format-number.ts'
import { t } from '../../../lib/words/texts.ts'
import { BigFact, BigFacts } from '../../../ui/big-facts.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { StageCard, StageInset } from '../../../ui/stage-card.tsx'
import { useAdminShow } from '../show-queries.ts'
import { ShowChecks } from './show-checks.tsx'
import styles from './tonight.module.css'

/** The editor takes songs from then on. */
const BEGINS_BEFORE_START_MS = 3 * 3_600_000

/** Tonight's show, else the next one. */
export function TonightCard() {
  const [live, upcoming] = [useLiveShows(), useUpcomingShows()]
  const show = live.data?.find(({ is_cancelled }) => !is_cancelled) ?? upcoming.data?.[0]
  if (show) return <ShowToday key={show.id} show={show} />
  if (live.isPending || upcoming.isPending) {
    return (
      <Loading label={t('scoring.wait-tonight')} className={clsx(styles.loading, 'cards')}>
        <Skeleton height="var(--stage-height)" shape="block" />
        <Skeleton height="var(--checks-height)" shape="block" />
      </Loading>
    )
  }
  return (
    <Card heading={t('scoring.night')}>
      {live.isError || upcoming.isError ? (
        <LoadFailed
          title={t('scoring.no-night')}
          onRetry={() => Promise.all([live.refetch(), upcoming.refetch()])}
        />
      ) : (
        <p className="soft">{t('scoring.no-coming')}</p>
      )}
    </Card>
  )
}

function ShowToday({ show }: { show: Show }) {
  const { data: details } = useAdminShow(show.id)
  const { data: editor } = useLiveEditor(show.id)
  const opensAt = Date.parse(show.starts_at ?? show.locks_at) - BEGINS_BEFORE_START_MS
  const isTonight = useServerNow(null, opensAt) >= opensAt || !show.is_open
  const last = editor?.performances.at(-1)
  return (
    <>
      <StageCard
        lit={isTonight}
        aria-label={isTonight ? t('scoring.night') : t('scoring.next')}
        className={clsx(styles.stage, 'stack-4')}
      >
        <div className="stack-2 anywhere">
          <p className={styles.state}>
            {isTonight ? phaseInWords(show) : t('scoring.next')} · {shortDate(show.showdate)}
          </p>
          <h2 className={styles.venue}>{show.venue}</h2>
          <p className={styles.state}>
            {last
              ? t('scoring.last-song', {
                  set: smallSetLabel(last.set),
                  position: last.position,
                  song: last.song.name,
                })
              : t('scoring.no-song')}
          </p>
        </div>
        <ButtonLink to={paths.liveEditor(show.id)} variant={isTonight ? 'main' : 'plain'} size="l">
          {t('scoring.to-live')}
        </ButtonLink>
        <StageInset className={styles.facts}>
          <BigFacts>
            <BigFact label={t('scoring.picks-in')}>
              {details ? formatNumber(details.predictions) : '–'}
            </BigFact>
            <BigFact label={t('scoring.songs')}>{editor?.performances.length ?? '–'}</BigFact>
          </BigFacts>
        </StageInset>
      </StageCard>
      {details ? (
        <ShowChecks show={details} source={editor?.source ?? null} />
      ) : (
        <Loading label={t('scoring.wait-show')} className={clsx(styles.loading, 'cards')}>
          <Skeleton height="var(--checks-height)" shape="block" />
        </Loading>
      )}
    </>
  )
}
