import type { SlotPlace } from '@called-it/shared/game/draft'
import styles from './suggestions.module.css'
import { usePickHelp } from './use-pick-help.ts'

type SuggestionsProps = {
  showId: number
  /** Null when the card is full. */
  slot: SlotPlace | null
}

/** The songs that are likely in the slot that the next song goes to. Of one height, whatever it shows. */
export function Suggestions({ showId, slot }: SuggestionsProps) {
  const help = usePickHelp(showId)
  if (help === null) return null
  return (
    <section className={styles.suggestions} aria-label="suggestions">
      {help && <help.code.SuggestionTiles chances={help.chances} showId={showId} slot={slot} />}
    </section>
  )
}
