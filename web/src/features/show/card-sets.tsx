import type { Crowd } from '@called-it/shared/contract/show-picks'
import type { PlainId } from '@called-it/shared/languages/translate'
import clsx from 'clsx'
import { ArrowLeftRight, Check, type LucideIcon } from 'lucide-react'
import { t } from '../../lib/words/texts.ts'
import { PickedSets } from '../../ui/picked-sets.tsx'
import { type Agreement, agreementOf } from './agreement.ts'
import styles from './card-sets.module.css'

type Card = Crowd['card']

type CardSetsProps = {
  picks: Card
  /** Marks the songs that are on this card, too. */
  comparedTo?: Card
}

export function CardSets({ picks, comparedTo }: CardSetsProps) {
  return (
    <PickedSets
      picks={picks}
      className={styles.sets}
      mark={(set, { position, id }) => {
        const agreement = comparedTo && agreementOf(comparedTo, set, position, id)
        return agreement && <AgreementMark agreement={agreement} />
      }}
    />
  )
}

const MARKS = {
  slot: { Icon: Check, text: 'show.same-slot' },
  card: { Icon: ArrowLeftRight, text: 'show.elsewhere' },
} as const satisfies Record<Agreement, { Icon: LucideIcon; text: PlainId }>

function AgreementMark({ agreement }: { agreement: Agreement }) {
  const { Icon, text } = MARKS[agreement]
  return (
    <span className={clsx(styles.mark, 'edged', styles[agreement])}>
      <Icon aria-hidden />
      <span className="visually-hidden">{t(text)}</span>
    </span>
  )
}

/** What the marks mean. */
export function AgreementKey() {
  return (
    <p aria-hidden className={clsx(styles.key, 'soft small')}>
      {(['slot', 'card'] as const).map((agreement) => (
        <span key={agreement}>
          <AgreementMark agreement={agreement} /> {t(MARKS[agreement].text)}
        </span>
      ))}
    </p>
  )
}
