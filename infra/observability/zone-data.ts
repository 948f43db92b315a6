import type { Logger } from 'pino'

/** In 2027 winter is UTC-7 in Vancouver and UTC-6 in Edmonton. Data of 2025c has both an hour off. */
const CURRENT_SINCE = '2026c'

/**
 * Not fatal: the zones of most venues are right in old data too, and Node is the operator's.
 *
 * @param version as in `process.versions.tz`, like `2026c`; a Node that was built without zone data has none
 */
export function warnOfOldZoneData(log: Logger, version = process.versions.tz): void {
  if (version !== undefined && version >= CURRENT_SINCE) return
  log.warn(
    { zoneData: version ?? 'unknown', needed: CURRENT_SINCE },
    'the time zones of this Node are old: picks for some shows may close at a wrong hour; update Node',
  )
}
