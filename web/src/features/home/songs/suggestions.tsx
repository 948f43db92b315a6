import { lazyModule, useLazyModule } from '../../../lib/lazy-module.ts'
import styles from './suggestions.module.css'

const tiles = lazyModule(() => import('./suggestion-tiles.tsx'))

/** The songs that are likely in the slot that the next song goes to. */
export function Suggestions({ showId }: { showId: number }) {
  const code = useLazyModule(tiles, true)
  return code ? <code.SuggestionTiles showId={showId} /> : <div className={styles.suggestions} />
}
