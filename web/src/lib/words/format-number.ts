import { numberFormat } from '@called-it/shared/languages/formats'
import { t } from './texts.ts'

/** As in `1,204`, by the page's language. */
export function formatNumber(number: number, options: Intl.NumberFormatOptions = {}): string {
  return numberFormat(t.language, options).format(number)
}
