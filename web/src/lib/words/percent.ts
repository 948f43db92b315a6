import { t } from './texts.ts'

/** A share from 0 to 1 as `34 %`. */
export function inPercent(share: number): string {
  return share > 0 && share < 0.01
    ? t('words.below-percent')
    : t('words.percent', { percent: Math.round(share * 100) })
}
