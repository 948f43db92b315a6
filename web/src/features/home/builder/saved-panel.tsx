import { counted } from '@called-it/shared/contract/counted'
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

/** In place of the songs once the picks are saved. */
export function SavedPanel({ showId }: { showId: number }) {
  const { data: show } = useShow(showId)
  const { slots } = useShowDraft(showId)
  const section = useRef<HTMLElement>(null)
  const start = useLazyModule(startSwitch, true)
  const gap = nextEmptySlot(slots)
  const count = countPicks(slots)
  const leave = (next: () => void) => {
    // The button goes with the panel.
    focusSection(section.current?.parentElement ?? null)
    next()
  }
  return (
    <section ref={section} aria-label="saved picks" className={clsx(styles.saved, 'stack-3 scroll-area')}>
      <StageCard className="stack-4">
        <div className="stack-2">
          <h3 className={styles.title}>picks are in</h3>
          <p className={styles.facts}>
            <b>
              {count} of {SLOT_COUNT}
            </b>
            {gap
              ? ` in. fill ${SLOT_COUNT - count} more?`
              : show && ` · change them until ${until(show.locks_at)}`}
          </p>
        </div>
        <StageInset>
          <PickedStrip slots={slots} />
        </StageInset>
        {gap && (
          <Button variant="main" size="l" wide onClick={() => leave(() => setActiveSlot(showId, gap))}>
            fill {SLOT_COUNT - count} more
          </Button>
        )}
        <ShareButton variant={gap ? 'plain' : 'main'} size="l" wide showId={showId}>
          share that I picked
        </ShareButton>
      </StageCard>
      <div>
        <LeagueRow />
        <button type="button" className={clsx(styles.row, 'row-3')} onClick={() => leave(forgetSaved)}>
          <ListMusic aria-hidden />
          <span className="fills">
            <b>see all songs again</b>
            <span className="soft small">tap a slot to swap one</span>
          </span>
        </button>
        {/* Last, so that it moves nothing when it comes. */}
        <div className={styles.row}>{start && <start.StartSwitch />}</div>
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
        <b>{league?.name ?? 'play against friends'}</b>
        <span className="soft small">
          {league ? counted(league.members, 'member') : 'in a league of your own'}
        </span>
      </span>
      <ButtonLink to={league ? paths.league(league.id) : paths.leagues}>invite</ButtonLink>
    </div>
  )
}

function until(locksAt: string): string {
  const isToday = new Date(locksAt).toDateString() === new Date().toDateString()
  return isToday ? formatTime(locksAt) : formatInstant(locksAt)
}
