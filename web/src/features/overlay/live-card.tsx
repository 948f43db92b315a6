import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import type { Show } from '@called-it/shared/contract/shows'
import { useOwnCard } from '../../lib/live/own-card.ts'
import { ownPointsInWords } from '../../lib/live/own-points.ts'
import { phaseInWords } from '../../lib/live/phase-in-words.ts'
import { useLiveShow } from '../../lib/live/use-live-show.ts'
import { PickedSets } from './picked-sets.tsx'
import styles from './show-overlay.module.css'

/** The own card, which fills in while the band plays. */
export function LiveCard({ show, setlist }: { show: Show; setlist: SetlistPicks }) {
  const { data: live } = useLiveShow(show.id)
  const card = useOwnCard(show, live)
  return (
    <>
      <p role="status" className={styles.standing}>
        {phaseInWords(show, live)}
        {card && <b>{ownPointsInWords(card)}</b>}
      </p>
      <PickedSets setlist={setlist} {...(card && { hits: card.score.hits })} />
    </>
  )
}
