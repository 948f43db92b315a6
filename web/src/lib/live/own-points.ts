import { t } from '../words/texts.ts'
import type { OwnCard } from './own-card.ts'

/** As in `37 points · rank 12 of 4,210`. */
export function ownPointsInWords({ score, rank, players }: OwnCard): string {
  return t('live.own-points', { points: score.total, rank, players })
}
