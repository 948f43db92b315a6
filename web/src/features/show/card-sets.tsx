import type { Crowd } from '@called-it/shared/contract/show-picks'
import { countSet, SET_NAMES, type SetName } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import { ArrowLeftRight, Check } from 'lucide-react'
import { filledSlots } from '../../lib/shows/filled-slots.ts'
import { SET_LABELS } from '../../lib/shows/set-labels.ts'
import { SetHue } from '../../ui/hue.tsx'
import { type Agreement, agreementOf } from './agreement.ts'
import styles from './card-sets.module.css'

type Card = Crowd['card']

type CardSetsProps = {
  picks: Card
  /** Marks the songs that are on this card, too. */
  comparedTo?: Card
}

/** Numbered by slot, because positions score. */
export function CardSets({ picks, comparedTo }: CardSetsProps) {
  return (
    <div className={styles.sets}>
      {SET_NAMES.map((set) => (
        <SetHue key={set} set={set} className={styles.set}>
          <h3 className={styles.name}>{SET_LABELS[set]}</h3>
          {countSet(picks, set) === 0 ? (
            <p className={styles.none}>No songs selected</p>
          ) : (
            <Songs set={set} picks={picks} {...(comparedTo && { comparedTo })} />
          )}
        </SetHue>
      ))}
    </div>
  )
}

function Songs({ set, picks, comparedTo }: CardSetsProps & { set: SetName }) {
  return (
    <ol className={styles.songs}>
      {filledSlots(picks[set]).map(({ position, id, name }) => {
        const agreement = comparedTo ? agreementOf(comparedTo, set, position, id) : null
        return (
          <li key={position} value={position} className={styles.song}>
            <span aria-hidden className={styles.position}>
              {position}
            </span>
            <span>{name}</span>
            {agreement && <AgreementMark agreement={agreement} />}
          </li>
        )
      })}
    </ol>
  )
}

const MARKS = {
  slot: { Icon: Check, text: 'same slot as the crowd' },
  card: { Icon: ArrowLeftRight, text: "in the crowd's card, elsewhere" },
} as const

function AgreementMark({ agreement }: { agreement: Agreement }) {
  const { Icon, text } = MARKS[agreement]
  return (
    <span className={clsx(styles.mark, styles[agreement])}>
      <Icon aria-hidden />
      <span className="visually-hidden">{text}</span>
    </span>
  )
}

/** What the marks mean. */
export function AgreementKey() {
  return (
    <p aria-hidden className={clsx(styles.key, 'soft small')}>
      {(['slot', 'card'] as const).map((agreement) => (
        <span key={agreement}>
          <AgreementMark agreement={agreement} /> {MARKS[agreement].text}
        </span>
      ))}
    </p>
  )
}
