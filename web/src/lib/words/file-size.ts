import { formatNumber } from './format-number.ts'
import { t } from './texts.ts'

const KB = 1024
const MB = 1024 * KB
const GB = 1024 * MB
const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false } as const

/** As in `12 bytes`, `1.5 KB`, `5.3 MB`, `2.0 GB`. */
export function formatFileSize(bytes: number): string {
  if (bytes < KB) return t('words.bytes', { bytes: String(bytes) })
  if (bytes < MB) return `${oneDigit(bytes / KB)} KB`
  return bytes < GB ? `${oneDigit(bytes / MB)} MB` : `${oneDigit(bytes / GB)} GB`
}

const oneDigit = (size: number) => formatNumber(size, ONE_DIGIT)
