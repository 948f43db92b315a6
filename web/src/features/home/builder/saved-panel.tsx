import { nextEmptySlot } from '@called-it/shared/game/draft'
import { countPicks, SLOT_COUNT } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import { ListMusic, Users } from 'lucide-react'
import { useRef } from 'react'
import { lazyModule, useLazyModule } from '../../../lib/lazy-module.ts'
import { useOwnLeagues } from '../../../lib/leagues/league-queries.ts'
import { paths } from '../../../lib/paths.ts'
import { useShow } from '../../../lib/shows/use-shows.ts'
import { formatInstant, formatTime } from '../../../lib/words/format-instant.ts'
import { Rich } from '../../../lib/words/rich.tsx'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { focusSection } from '../../../ui/focus-section.ts'
import { PickedStrip } from '../../../ui/night/pick-tiles.tsx'
import { ShareButton } from '../../../ui/share.tsx'
import { StageCard, StageInset } from '../../../ui/stage-card.tsx'
import { forgetSaved, setActiveSlot } from './active-slot.ts'
import { useShowDraft } from './draft-store.ts'
import styles from './saved-panel.module.css'

/** With the code of settings, which the builder does without. */
const startSwitch = lazyModule(() => import('./start-switch.tsx'))
const passkeyOffer = lazyModule(() => import('./passkey-offer.tsx'))

/** In place of the songs once the picks are saved. */
export function SavedPanel({ showId }: { showId: number }) {
  const { data: show } = useShow(showId)
  const { slots } = useShowDraft(showId)
  const section = useRef<HTMLElement>(null)
  const start = useLazyModule(startSwitch, true)
  const offer = useLazyModule(passkeyOffer, true)
  const gap = nextEmptySlot(slots)
  const count = countPicks(slots)
  const more = SLOT_COUNT - count
  const leave = (next: () => void) => {
    // The button goes with the panel.
    focusSection(section.current?.parentElement ?? null)
    next()
  }
  return (
    <section
      ref={section}
      aria-label={t('pick.saved-picks')}
      className={clsx(styles.saved, 'stack-3 scroll-area')}
    >
      <StageCard className="stack-4">
        <div className="stack-2">
          <h3 className={styles.title}>{t('pick.in')}</h3>
          <p className={styles.facts}>
            {gap ? (
              <Rich id="pick.some-in" count={count} slots={SLOT_COUNT} more={more} />
            ) : (
              <>
                <b>{t('home.of', { part: count, all: SLOT_COUNT })}</b>
                {show && ` · ${t('pick.until', { time: until(show.locks_at) })}`}
              </>
            )}
          </p>
        </div>
        <StageInset>
          <PickedStrip slots={slots} />
        </StageInset>
        {gap && (
          <Button variant="main" size="l" wide onClick={() => leave(() => setActiveSlot(showId, gap))}>
            {t('pick.fill', { more })}
          </Button>
        )}
        <ShareButton variant={gap ? 'plain' : 'main'} size="l" wide showId={showId}>
          {t('pick.share-picked')}
        </ShareButton>
      </StageCard>
      <div>
        <LeagueRow />
        <button type="button" className={clsx(styles.row, 'row-3')} onClick={() => leave(forgetSaved)}>
          <ListMusic aria-hidden />
          <span className="fills">
            <b>{t('pick.see-songs')}</b>
            <span className="soft small">{t('pick.tap-swap')}</span>
          </span>
        </button>
        {/* Last, so that they move nothing when they come. */}
        <div className={styles.row}>{start && <start.StartSwitch />}</div>
        <div className={styles.row}>{start && offer && <offer.PasskeyOffer />}</div>
      </div>
    </section>
  )
}

function LeagueRow() {
  const league = useOwnLeagues()?.[0]
  return (
    <div className={clsx(styles.row, 'row-3')}>
      <Users aria-hidden />
      <span className="fills">
        <b>{league?.name ?? t('pick.friends')}</b>
        <span className="soft small">
          {league ? t('pick.members', { count: league.members }) : t('pick.own-league')}
        </span>
      </span>
      <ButtonLink to={league ? paths.league(league.id) : paths.leagues}>{t('pick.invite')}</ButtonLink>
    </div>
  )
}

function until(locksAt: string): string {
  const isToday = new Date(locksAt).toDateString() === new Date().toDateString()
  return isToday ? formatTime(locksAt) : formatInstant(locksAt)
}
