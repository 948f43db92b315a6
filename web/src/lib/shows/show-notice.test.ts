import type { ShowNotice } from '@called-it/shared/contract/shows'
import { openShow } from '@called-it/tests/support/web/factories'
import { describe, expect, test } from 'vitest'
import { noticeInWords } from './show-notice.ts'

const noticed = (kind: ShowNotice['kind'], reason: string | null = null) =>
  openShow(1, '2026-06-20', { notice: { kind, reason, at: '2026-06-01T00:00:00Z', from: null } })

describe('notice of a show', () => {
  test('names the new lock by the clock of the venue', () => {
    expect(noticeInWords(noticed('lock-moved'))).toContain(
      'This show has changed: picks close Sat, June 20 · 7:30 PM at the venue',
    )
  })

  test("ends with an admin's reason", () => {
    expect(noticeInWords(noticed('cancelled', 'The hall is flooded.'))).toBe(
      'This show is cancelled. The hall is flooded.',
    )
  })

  test('goes once it no longer matters', () => {
    expect(noticeInWords({ ...noticed('reopened'), is_open: false })).toBeNull()
    const locked = { ...noticed('locked-early'), is_open: false, phase: 'locked' as const }
    expect(noticeInWords(locked)).not.toBeNull()
    expect(noticeInWords({ ...locked, phase: 'live' })).toBeNull()
    expect(noticeInWords({ ...noticed('locked-early'), is_scored: true })).toBeNull()
    expect(noticeInWords(openShow(1, '2026-06-20'))).toBeNull()
  })
})
