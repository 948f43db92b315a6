import { formatNumber } from '../../../lib/words/format-number.ts'
import { t } from '../../../lib/words/texts.ts'

const KB = 1024
const MB = 1024 * KB
const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false } as const

/** As in `12 bytes`, `1.5 KB`, `5.3 MB`. */
export function formatFileSize(bytes: number): string {
  if (bytes < KB) return t('admin.bytes', { bytes: String(bytes) })
  return bytes < MB ? `${oneDigit(bytes / KB)} KB` : `${oneDigit(bytes / MB)} MB`
}

const oneDigit = (size: number) => formatNumber(size, ONE_DIGIT)
