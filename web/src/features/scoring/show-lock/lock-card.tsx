import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { showLockEndpoints } from '@called-it/shared/contract/show-locks'
import { type Show, showOverlay } from '@called-it/shared/contract/shows'
import clsx from 'clsx'
import { useState } from 'react'
import { request } from '../../../lib/api/api.ts'
import { noticeInWords } from '../../../lib/shows/show-notice.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { AlertDialog } from '../../../ui/dialogs.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { PicksBadge, usePicksState } from '../picks-state.tsx'
import { CancelShow } from './cancel-show.tsx'
import { LockForm } from './lock-form.tsx'
import { lockTimeInWords, SOURCE_WORDS } from './lock-in-words.ts'
import { LockNow } from './lock-now.tsx'
import { ReopenPicks } from './reopen-picks.tsx'
import styles from './show-lock.module.css'
import { StartForm } from './start-form.tsx'
import { useShowChange } from './use-show-change.ts'

const OVERLAY = {
  closed: { label: 'scoring.page-closed', hint: 'scoring.hint-closed' },
  live: { label: 'scoring.page-live', hint: 'scoring.hint-live' },
} as const

/** A lock that has passed is not moved, only reopened with a reason while nothing was played. */
export function LockCard({ show }: { show: AdminShow }) {
  const state = usePicksState(show)
  const isUntouched = !show.is_scored && show.setlist === null
  return (
    <Card heading={t('scoring.when-close')} aside={<PicksBadge state={state} />}>
      <div className="stack-4">
        <LockFacts show={show} />
        {state === 'open' && (
          <>
            <StartForm show={show} />
            <LockForm show={show} />
          </>
        )}
        {!show.is_scored && state !== 'cancelled' && <OverlayChoice show={show} />}
        <div className="buttons">
          {state === 'open' && <LockNow show={show} />}
          {isUntouched && (state === 'closed' || state === 'tonight') && <ReopenPicks show={show} />}
          {isUntouched && state !== 'cancelled' && <CancelShow show={show} />}
          {state === 'cancelled' && !show.excluded && <RestoreShow show={show} />}
        </div>
      </div>
    </Card>
  )
}

function LockFacts({ show }: { show: AdminShow }) {
  const notice = noticeInWords(show)
  const { locks_at, utc_offset, starts_local, time_zone, time_source } = show
  const source = t(SOURCE_WORDS[time_source])
  return (
    <>
      {notice && <Notice role="status">{notice}</Notice>}
      <dl className={clsx(styles.facts, 'stack-2')}>
        {!show.is_cancelled && (
          <div>
            <dt>{t('scoring.picks-close')}</dt>
            <dd>{lockTimeInWords(locks_at, utc_offset)}</dd>
          </div>
        )}
        <div>
          <dt>{t('scoring.start-lock')}</dt>
          <dd>{starts_local ? `${starts_local}, ${source}` : source}</dd>
        </div>
        <div>
          <dt>{t('scoring.time-zone')}</dt>
          <dd>{time_zone ?? t('scoring.unknown')}</dd>
        </div>
      </dl>
    </>
  )
}

function RestoreShow({ show }: { show: Show }) {
  const [asks, setAsks] = useState(false)
  const { change, isChanging } = useShowChange(show.id, {
    done: ({ venue }) => ({ title: t('scoring.restored'), description: venue }),
    failed: t('scoring.not-restored'),
  })
  const restore = () =>
    change(() => request(showLockEndpoints.restoreShow, { params: { showId: show.id } }), {
      onSettled: () => setAsks(false),
    })
  return (
    <>
      <Button onClick={() => setAsks(true)}>{t('scoring.restore')}</Button>
      <AlertDialog
        open={asks}
        onOpenChange={setAsks}
        tone="main"
        title={t('scoring.restore-ask')}
        description={t('scoring.restore-hint')}
        cancelLabel={t('scoring.leave-off')}
        confirmLabel={t('scoring.restore-yes')}
        busy={isChanging}
        busyText={t('scoring.restoring')}
        onConfirm={restore}
      />
    </>
  )
}

/** What the site overlay does while this show is tonight. */
function OverlayChoice({ show }: { show: Show }) {
  const [wanted, setWanted] = useState(show.overlay)
  const { change, isChanging } = useShowChange(show.id, {
    done: ({ overlay }) => ({
      title: t('scoring.during-is', { overlay: t(OVERLAY[overlay].label) }),
      description: show.venue,
    }),
    failed: t('scoring.overlay-kept'),
  })
  const overlay = isChanging ? wanted : show.overlay
  const choose = (chosen: string) => {
    const body = { overlay: showOverlay.parse(chosen) }
    setWanted(body.overlay)
    change(() => request(showLockEndpoints.setShowOverlay, { params: { showId: show.id }, body }))
  }
  return (
    <Field label={t('scoring.during')} hint={t(OVERLAY[overlay].hint)}>
      {(wiring) => (
        <Select
          {...wiring}
          value={overlay}
          aria-busy={isChanging || undefined}
          onChange={({ target }) => choose(target.value)}
        >
          {showOverlay.options.map((option) => (
            <option key={option} value={option}>
              {t(OVERLAY[option].label)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
