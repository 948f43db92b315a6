import type { SlotPlace } from '@called-it/shared/game/draft'
import { lazyModule, useLazyModule } from '../../../lib/lazy-module.ts'
import styles from './suggestions.module.css'

const tiles = lazyModule(() => import('./suggestion-tiles.tsx'))

type SuggestionsProps = {
  showId: number
  /** Null when the card is full. */
  slot: SlotPlace | null
}

/** The songs that are likely in the slot that the next song goes to. */
export function Suggestions(props: SuggestionsProps) {
  const code = useLazyModule(tiles, true)
  return code ? <code.SuggestionTiles {...props} /> : <div className={styles.suggestions} />
}
