import { SET_NAMES, type SetName } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { PHONE } from '../../../lib/browser/screen-sizes.ts'
import { useMediaQuery } from '../../../lib/hooks/use-media-query.ts'
import type { CardSlot, CardSlots } from '../../../lib/live/card-slots.ts'
import {
  isOver,
  type LiveStage,
  progressOf,
  type SetlistSoFar,
  songsIn,
} from '../../../lib/live/live-stage.ts'
import { hitInWords } from '../../../lib/live/song-words.ts'
import { smallSetLabel } from '../../../lib/shows/set-labels.ts'
import { t } from '../../../lib/words/texts.ts'
import { Card } from '../../../ui/card.tsx'
import { hueClass, SetHue } from '../../../ui/hue.tsx'
import { Tile } from '../../../ui/night/tile.tsx'
import styles from './my-card.module.css'

type MyCardProps = { slots: CardSlots; live: SetlistSoFar; stage: LiveStage; aside?: ReactNode }

export function MyCard({ slots, live, stage, aside }: MyCardProps) {
  const isPhone = useMediaQuery(PHONE)
  const called = SET_NAMES.flatMap((set) => slots[set]).filter(({ hit }) => hit !== null).length
  return (
    <Card
      id="card"
      heading={t('live.card')}
      note={t('live.called-of', { called, songs: live.performances.length })}
      aside={aside}
      className={styles.card}
      data-own-card
    >
      <div className={styles.sets}>
        {(isPhone ? openSetFirst(live, stage) : SET_NAMES).map((set) => (
          <SetHue key={set} set={set} className={clsx(styles.set, styles[set])}>
            <header className={styles.head}>
              <h3 className={styles.name}>{smallSetLabel(set)}</h3>
              <span className="soft small tabular">{setState(set, slots, live, stage)}</span>
            </header>
            <ol className={styles.slots}>
              {slots[set].map((slot) => (
                <Slot key={slot.position} slot={slot} />
              ))}
            </ol>
          </SetHue>
        ))}
      </div>
      {!isOver(stage) && <Key />}
    </Card>
  )
}

/** On a phone the set that is played comes first, then those ahead, then those that are over. */
function openSetFirst({ openSet }: SetlistSoFar, stage: LiveStage): readonly SetName[] {
  if (isOver(stage)) return SET_NAMES
  const order = { open: 0, ahead: 1, past: 2 } as const
  const place = (set: SetName) => order[progressOf(set, openSet, stage)]
  return SET_NAMES.toSorted((one, other) => place(one) - place(other))
}

function setState(set: SetName, slots: CardSlots, live: SetlistSoFar, stage: LiveStage): string {
  const points = slots[set].reduce((sum, { hit }) => sum + (hit?.points ?? 0), 0)
  const progress = progressOf(set, live.openSet, stage)
  if (progress === 'ahead') return points > 0 ? t('live.to-come-with', { points }) : t('live.to-come')
  if (progress === 'past') return t(stage === 'final' ? 'live.points' : 'live.over-with', { points })
  const song = songsIn(set, live).length
  return song === 0 ? t('live.next-with', { points }) : t('live.song-now', { song, points })
}

/** A replay renders only the slots that change. */
const Slot = memo(function Slot({ slot }: { slot: CardSlot }) {
  const { position, name, hit, potential } = slot
  const kind = hit ? 'hit' : name === null ? 'empty' : potential > 0 ? 'open' : 'miss'
  return (
    <li value={position} className={clsx(styles.slot, 'edged', styles[kind], hit && hueClass(hit.category))}>
      <span aria-hidden className={styles.position}>
        {position}
      </span>
      <span className={clsx(styles.words, 'stack fills')}>
        <span className={styles.song}>{name ?? t('live.no-pick')}</span>
        {hit && <HitState slot={slot} />}
      </span>
      {hit && <b className={styles.points}>+{hit.points}</b>}
      <Tile slot={slot} hasNumber />
      {kind === 'open' && (
        <span className="visually-hidden">{t('live.can-bring', { points: potential })}</span>
      )}
      {kind === 'miss' && <span className="visually-hidden">{t('live.no-points')}</span>}
    </li>
  )
})

function HitState({ slot: { set, hit, paidBy, state, asCloser } }: { slot: CardSlot }) {
  if (!hit) return null
  return (
    <span className={styles.how}>
      {hitInWords(hit, paidBy)}
      {asCloser !== null && (
        <span className={styles.provisional}>, {t('live.as-closer', { points: asCloser, set })}</span>
      )}
      {state === 'provisional' && asCloser === null && (
        <span className={styles.provisional}>, {t('live.provisional')}</span>
      )}
      {state === 'confirmed' && (
        <>
          <Check aria-hidden className={styles.confirmed} />
          <span className="visually-hidden">, {t('live.confirmed')}</span>
        </>
      )}
      {state === 'final' && <span className="visually-hidden">, {t('live.hit-final')}</span>}
    </span>
  )
}

function Key() {
  return (
    <p className={clsx(styles.key, 'wraps apart soft small')}>
      <span>
        <span aria-hidden className={styles.ring} /> {t('live.key-open')}
      </span>
      <span>
        <Check aria-hidden className={styles.confirmed} /> {t('live.confirmed')}
      </span>
      <span>
        <span aria-hidden className={clsx(styles.dashed, 'stack semibold')}>
          15
        </span>{' '}
        {t('live.key-most')}
      </span>
    </p>
  )
}
