import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { showLockEndpoints } from '@called-it/shared/contract/show-locks'
import { type Show, showOverlay } from '@called-it/shared/contract/shows'
import clsx from 'clsx'
import { useState } from 'react'
import { request } from '../../../lib/api/api.ts'
import { noticeInWords } from '../../../lib/shows/show-notice.ts'
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

const OVERLAY_HINTS = {
  closed: 'while the show overlay is on, it covers the page of this show too',
  live: 'the show overlay leaves the page of this show open, and links to it',
} as const

/** A lock that has passed is not moved, only reopened with a reason while nothing was played. */
export function LockCard({ show }: { show: AdminShow }) {
  const state = usePicksState(show)
  const isUntouched = !show.is_scored && show.setlist === null
  return (
    <Card heading="when picks close" aside={<PicksBadge state={state} />}>
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
  return (
    <>
      {notice && <Notice role="status">{notice}</Notice>}
      <dl className={clsx(styles.facts, 'stack-2')}>
        {!show.is_cancelled && (
          <div>
            <dt>picks close</dt>
            <dd>{lockTimeInWords(locks_at, utc_offset)}</dd>
          </div>
        )}
        <div>
          <dt>start and lock</dt>
          <dd>
            {starts_local ? `${starts_local}, ${SOURCE_WORDS[time_source]}` : SOURCE_WORDS[time_source]}
          </dd>
        </div>
        <div>
          <dt>time zone</dt>
          <dd>{time_zone ?? 'unknown'}</dd>
        </div>
      </dl>
    </>
  )
}

function RestoreShow({ show }: { show: Show }) {
  const [asks, setAsks] = useState(false)
  const { change, isChanging } = useShowChange(show.id, {
    done: ({ venue }) => ({ title: 'show restored', description: venue }),
    failed: 'The show was not restored',
  })
  const restore = () =>
    change(() => request(showLockEndpoints.restoreShow, { params: { showId: show.id } }), {
      onSettled: () => setAsks(false),
    })
  return (
    <>
      <Button onClick={() => setAsks(true)}>restore the show</Button>
      <AlertDialog
        open={asks}
        onOpenChange={setAsks}
        tone="main"
        title="restore the show?"
        description="It is on after all. Picks are open until the lock, or public if it has passed."
        cancelLabel="leave it cancelled"
        confirmLabel="yes, restore it"
        busy={isChanging}
        busyText="restoring..."
        onConfirm={restore}
      />
    </>
  )
}

/** What the site overlay does while this show is tonight. */
function OverlayChoice({ show }: { show: Show }) {
  const [wanted, setWanted] = useState(show.overlay)
  const { change, isChanging } = useShowChange(show.id, {
    done: ({ overlay }) => ({ title: `during the show: ${overlay}`, description: show.venue }),
    failed: 'The overlay was not changed',
  })
  const overlay = isChanging ? wanted : show.overlay
  const choose = (chosen: string) => {
    const body = { overlay: showOverlay.parse(chosen) }
    setWanted(body.overlay)
    change(() => request(showLockEndpoints.setShowOverlay, { params: { showId: show.id }, body }))
  }
  return (
    <Field label="during the show" hint={OVERLAY_HINTS[overlay]}>
      {(wiring) => (
        <Select
          {...wiring}
          value={overlay}
          aria-busy={isChanging || undefined}
          onChange={({ target }) => choose(target.value)}
        >
          {showOverlay.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </Select>
      )}
    </Field>
  )
}
