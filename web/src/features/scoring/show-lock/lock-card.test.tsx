import { english } from '@called-it/languages/texts'
import { type AdminShow, catalogueEndpoints } from '@called-it/shared/contract/catalogue'
import { FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import { showLockEndpoints } from '@called-it/shared/contract/show-locks'
import { sayIssue } from '@called-it/shared/languages/said'
import { adminShow } from '@called-it/tests/support/web/factories'
import { type FakeRoute, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { deliver } from '../../../lib/events/deliver.ts'
import { useAdminShow } from '../show-queries.ts'
import { LockCard } from './lock-card.tsx'

const { lockShow, lockShowNow, setShowStart, reopenPicks, cancelShow, restoreShow, setShowOverlay } =
  showLockEndpoints

const PAST_LOCK = 'Please choose a time in the future'
const NEXT_LOCK = '2031-03-05T20:15'
const closed = { is_open: false, showdate: '2024-03-05', locks_at: '2024-03-05T23:30:00.000Z' } as const
const pastLock = {
  error: 'invalid' as const,
  issues: [{ path: 'locks_at', message: PAST_LOCK }],
}

/** The server's state, changed by the tests. */
let show: AdminShow

beforeEach(() => {
  show = adminShow(4, '2031-03-05')
})

function change(rest: Partial<AdminShow>) {
  show = { ...show, ...rest }
  return { ok: show }
}

async function openCard(...routes: FakeRoute[]) {
  fakeApi(
    fake(catalogueEndpoints.getAdminShow, () => ({ ok: show })),
    ...routes,
  )
  function Editor() {
    const { data } = useAdminShow(4)
    return data && <LockCard show={data} />
  }
  const page = renderPage(<Editor />)
  const card = await screen.findByRole('region', { name: 'when picks close' })
  return { ...page, card }
}

const button = (name: string) => screen.getByRole('button', { name })
const buttons = () => textsOf(screen, 'button')
const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } })

describe('lock of a show', () => {
  test('is shown by the offset that the server sent, and in own time', async () => {
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-60)
    // No zone data says that New York is ahead of UTC.
    change({ utc_offset: 330 })
    const { card } = await openCard()
    const lock = within(card).getByText('picks close').nextElementSibling
    expect(lock?.textContent).toBe('Thu, March 6, 2031 · 5:00 AM at the venue (your time 12:30 AM)')
    expect(within(card).getByText('America/New_York')).toBeDefined()
    expect(within(card).getByText("19:30, the band's usual time")).toBeDefined()
  })

  test.each<[string, Partial<AdminShow>, string[]]>([
    [
      'open',
      { time_source: 'admin', set_starts_local: '19:30' },
      ['set the start', 'clear the start', 'set the lock', 'lock now', 'cancel the show'],
    ],
    [
      'open, with a lock of an admin',
      { time_source: 'admin', set_locks_at: '2031-03-05T20:15:00.000Z' },
      ['set the start', 'set the lock', 'clear the lock', 'lock now', 'cancel the show'],
    ],
    [
      'open with a setlist',
      { setlist: { revision: 1, origin: 'hand' } },
      ['set the start', 'set the lock', 'lock now'],
    ],
    ['past its lock', { locks_at: '2024-03-05T23:30:00.000Z' }, ['reopen picks', 'cancel the show']],
    ['closed', closed, ['reopen picks', 'cancel the show']],
    ['closed with a setlist', { ...closed, setlist: { revision: 1, origin: 'hand' } }, []],
    ['scored', { ...closed, is_scored: true }, []],
    ['cancelled', { is_open: false, is_cancelled: true }, ['restore the show']],
    ['cancelled by the source', { is_open: false, is_cancelled: true, excluded: true }, []],
  ])('offers what is allowed for a show that is %s', async (_, state, allowed) => {
    change(state)
    await openCard()
    expect(buttons()).toEqual(allowed)
  })

  test('keeps the start that the server refused, and clears it', async () => {
    let isRefused = true
    const starting = fake(setShowStart, ({ body }) => {
      if (isRefused) return { error: 'unavailable' }
      const isSet = JSON.stringify(body).includes('18:00')
      return isSet
        ? change({ starts_local: '18:00', set_starts_local: '18:00', time_source: 'admin' })
        : change({ starts_local: '19:30', set_starts_local: null, time_source: 'site' })
    })
    const { user } = await openCard(starting)
    const field = screen.getByLabelText('Start at the venue')
    type(field, '18:00')
    await user.click(button('set the start'))
    expect(await screen.findByText('The start was not changed')).toBeDefined()
    expect(field).toHaveProperty('value', '18:00')
    isRefused = false
    await user.click(button('set the start'))
    expect(await screen.findByText('18:00, set by an admin')).toBeDefined()
    await user.click(button('clear the start'))
    await waitFor(() => expect(field).toHaveProperty('value', '19:30'))
    expect(starting.bodies).toEqual([
      { starts_local: '18:00' },
      { starts_local: '18:00' },
      { starts_local: null },
    ])
  })

  test('leads to the dashboard while the time zone is unknown', async () => {
    change({ time_zone: null, starts_local: null, starts_at: null, utc_offset: null, time_source: 'unknown' })
    await openCard()
    expect(screen.queryByLabelText('Start at the venue')).toBeNull()
    expect(screen.getByRole('link', { name: 'Choose it on the dashboard' }).getAttribute('href')).toBe(
      '/admin',
    )
    expect(screen.getByText('unknown, so picks close the day before the show')).toBeDefined()
  })

  test('is set in own time, and says at the field why it was refused', async () => {
    const locksAt = new Date(NEXT_LOCK).toISOString()
    let isRefused = true
    const locking = fake(lockShow, () =>
      isRefused ? pastLock : change({ locks_at: locksAt, set_locks_at: locksAt, time_source: 'admin' }),
    )
    const { user } = await openCard(locking)
    const field = screen.getByLabelText('Picks close at (your time)')
    type(field, '')
    await user.click(button('set the lock'))
    expect(await screen.findByText('Please enter a day and a time')).toBeDefined()
    type(field, NEXT_LOCK)
    await user.click(button('set the lock'))
    expect(await screen.findByText(PAST_LOCK)).toBeDefined()
    expect(field).toHaveProperty('value', NEXT_LOCK)
    isRefused = false
    await user.click(button('set the lock'))
    expect(await screen.findByRole('button', { name: 'clear the lock' })).toBeDefined()
    expect(locking.bodies).toEqual([{ locks_at: locksAt }, { locks_at: locksAt }])
  })

  test('follows the clearing of the lock, also where another time was typed', async () => {
    change({ time_source: 'admin', set_locks_at: show.locks_at })
    const locks_at = new Date(NEXT_LOCK).toISOString()
    const { user, card } = await openCard(
      fake(lockShow, () => change({ locks_at, set_locks_at: null, time_source: 'site' })),
    )
    const field = screen.getByLabelText('Picks close at (your time)')
    type(field, '2031-01-01T10:00')
    await user.click(button('clear the lock'))
    await waitFor(() => expect(field).toHaveProperty('value', NEXT_LOCK))
    expect(screen.queryByRole('button', { name: 'clear the lock' })).toBeNull()
    expect(document.activeElement).toBe(card)
  })

  test('shows a change of another admin, but keeps what is typed', async () => {
    await openCard()
    const [start, lock] = [
      screen.getByLabelText('Start at the venue'),
      screen.getByLabelText(/^Picks close at/),
    ]
    type(start, '18:00')
    change({ starts_local: '20:00', locks_at: new Date(NEXT_LOCK).toISOString() })
    act(() => deliver('show:changed', { topic: 'show:4', from: 1, to: 2, show }))
    await waitFor(() => expect(lock).toHaveProperty('value', NEXT_LOCK))
    expect(start).toHaveProperty('value', '18:00')
  })

  test('is moved to now after a confirmation, once for two quick presses', async () => {
    change({ locks_at: new Date(Date.now() + 23 * 3_600_000).toISOString() })
    const locking = fake(lockShowNow, () => change({ is_open: false }))
    const { user, card } = await openCard(locking)
    await user.click(button('lock now'))
    const dialog = await screen.findByRole('alertdialog', { name: 'lock now?' })
    expect(dialog.textContent).toContain('everybody can read them')
    const confirm = within(dialog).getByRole('button', { name: 'yes, lock now' })
    await act(async () => {
      fireEvent.click(confirm)
      fireEvent.click(confirm)
    })
    expect(await screen.findByRole('button', { name: 'reopen picks' })).toBeDefined()
    expect(locking.bodies).toHaveLength(1)
    await waitFor(() => expect(document.activeElement).toBe(card))
  })

  test('is moved to now after a second confirmation with the date, more than a day ahead', async () => {
    const locking = fake(lockShowNow, () => change({ is_open: false }))
    const { user } = await openCard(locking)
    await user.click(button('lock now'))
    await user.click(button('yes, lock now'))
    const dialog = await screen.findByRole('alertdialog', { name: 'lock Wednesday, March 5, 2031, now?' })
    expect(dialog.textContent).toContain('more than a day early')
    expect(locking.bodies).toEqual([])
    await user.click(button('leave them open'))
    await user.click(button('lock now'))
    await user.click(button('yes, lock now'))
    await user.click(button('yes, lock it this early'))
    expect(await screen.findByRole('button', { name: 'reopen picks' })).toBeDefined()
    expect(locking.bodies).toHaveLength(1)
  })

  test('is reopened with a new lock and a reason, which a failure keeps', async () => {
    change(closed)
    let isRefused = true
    const reopening = fake(reopenPicks, () =>
      isRefused ? pastLock : change({ is_open: true, locks_at: new Date(NEXT_LOCK).toISOString() }),
    )
    const { user } = await openCard(reopening)
    await user.click(button('reopen picks'))
    const dialog = within(await screen.findByRole('dialog', { name: 'reopen picks' }))
    const submit = dialog.getByRole('button', { name: 'reopen picks' })
    await user.click(submit)
    expect(await dialog.findByText(sayIssue(english, FIELD_TEXTS.reason))).toBeDefined()
    expect(reopening.bodies).toEqual([])
    type(dialog.getByLabelText('Picks close at (your time)'), NEXT_LOCK)
    await user.type(dialog.getByLabelText('Reason'), 'Locked by mistake')
    await user.click(submit)
    expect(await dialog.findByText(PAST_LOCK)).toBeDefined()
    expect(dialog.getByLabelText('Reason')).toHaveProperty('value', 'Locked by mistake')
    isRefused = false
    await user.click(submit)
    expect(await screen.findByRole('button', { name: 'lock now' })).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(reopening.bodies.at(-1)).toEqual({
      locks_at: new Date(NEXT_LOCK).toISOString(),
      reason: 'Locked by mistake',
    })
  })
})

describe('overlay of a show', () => {
  test('is chosen in the card, and kept after a failure', async () => {
    let isRefused = true
    const choosing = fake(setShowOverlay, () =>
      isRefused ? { error: 'unavailable' } : change({ overlay: 'live' }),
    )
    const { user } = await openCard(choosing)
    const choice = screen.getByRole('combobox', { name: 'during the show' })
    expect(choice).toHaveProperty('value', 'closed')
    await user.selectOptions(choice, 'live')
    expect(await screen.findByText('The overlay was not changed')).toBeDefined()
    await waitFor(() => expect(choice).toHaveProperty('value', 'closed'))
    isRefused = false
    await user.selectOptions(choice, 'live')
    expect(await screen.findByText('during the show: live')).toBeDefined()
    await waitFor(() => expect(choice).toHaveProperty('value', 'live'))
    expect(choosing.bodies).toEqual([{ overlay: 'live' }, { overlay: 'live' }])
  })
})

describe('cancellation of a show', () => {
  test.each([
    ['', null],
    ['Snow', 'Snow'],
  ])('sends the reason "%s" as %s, and is taken back', async (typed, reason) => {
    const notice = { kind: 'cancelled' as const, at: '2031-03-01T00:00:00Z', reason, from: null }
    const cancelling = fake(cancelShow, () => change({ is_open: false, is_cancelled: true, notice }))
    const { user } = await openCard(
      cancelling,
      fake(restoreShow, () => change({ is_open: true, is_cancelled: false, notice: null })),
    )
    await user.click(button('cancel the show'))
    if (typed) await user.type(await screen.findByLabelText('Reason'), typed)
    await user.click(await screen.findByRole('button', { name: 'yes, cancel the show' }))
    await user.click(await screen.findByRole('button', { name: 'restore the show' }))
    expect(screen.getByText(/^This show is cancelled\./).textContent).toContain(typed)
    await user.click(await screen.findByRole('button', { name: 'yes, restore it' }))
    expect(await screen.findByRole('button', { name: 'lock now' })).toBeDefined()
    expect(cancelling.bodies).toEqual([{ reason }])
  })

  test('keeps the dialog and the reason after a failure', async () => {
    const { user } = await openCard(fake(cancelShow, { error: 'setlist_begun' }))
    await user.click(button('cancel the show'))
    const field = await screen.findByLabelText('Reason')
    await user.type(field, 'no')
    await user.click(button('yes, cancel the show'))
    expect(await screen.findByText(sayIssue(english, FIELD_TEXTS.reason))).toBeDefined()
    await user.type(field, ' power')
    await user.click(button('yes, cancel the show'))
    expect(await screen.findByText('The show was not cancelled')).toBeDefined()
    expect(field).toHaveProperty('value', 'no power')
  })
})
