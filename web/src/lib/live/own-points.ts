import { counted } from '@called-it/shared/contract/counted'
import { formatNumber } from '../words/format-number.ts'
import type { OwnCard } from './own-card.ts'

/** As in `37 points · rank 12 of 4,210`. */
export function ownPointsInWords({ score, rank, players }: OwnCard): string {
  const [place, count] = [rank, players].map((number) => formatNumber(number))
  return `${counted(score.total, 'point')} · rank ${place} of ${count}`
}
