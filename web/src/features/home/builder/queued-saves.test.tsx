import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { predictionEndpoints } from '@called-it/shared/contract/predictions'
import { addSong } from '@called-it/shared/game/draft'
import { fake, fakeApi, fakeReadiness } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftOf, useDraftStore } from './draft-store.ts'
import { QueuedSaves } from './queued-saves.ts'
import { SaveState } from './save-state.tsx'

const SHOW = 12
const user = {
  id: 3,
  email: 'fan@example.test',
  display_name: 'Fan',
  avatar_path: null,
  is_admin: false,
  email_verified: true,
  created_at: '2026-01-01T00:00:00.000Z',
}
const prediction = {
  id: 5,
  user_id: user.id,
  show_id: SHOW,
  created_at: '2026-01-02T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
  score: null,
  setlist: {
    set1: [{ id: 7, name: 'Low Tide' }, ...new Array(7).fill(null)],
    set2: new Array(8).fill(null),
    encore: [null, null, null],
  },
  version: 1,
}
const known = fake(accountEndpoints.getCurrentUser, { ok: user })
const saves = fake(predictionEndpoints.savePrediction, { ok: { prediction, updated: false } })
const savesIn = (requests: string[]) => requests.filter((request) => request === 'POST /api/predictions')

function Builder() {
  return (
    <>
      <QueuedSaves />
      <SaveState draft={useDraftStore(({ drafts }) => drafts[SHOW]) ?? draftOf(null)} />
    </>
  )
}

afterEach(() => {
  vi.useRealTimers()
})

beforeEach(() => {
  const { change, queue } = useDraftStore.getState()
  useDraftStore.setState({ drafts: {} })
  change(SHOW, (slots) => addSong(slots, 'set1', { id: 7, name: 'Low Tide' }))
  queue(SHOW)
})

test('picks that were submitted without a connection are sent once, when the page is open again', async () => {
  const requests = fakeApi(known, saves)
  renderPage(<Builder />)
  expect(await screen.findByText('Prediction Saved!')).toBeDefined()
  window.dispatchEvent(new Event('online'))
  await waitFor(() =>
    expect(useDraftStore.getState().drafts[SHOW]).toMatchObject({ queued: false, changed: false }),
  )
  expect(savesIn(requests)).toHaveLength(1)
})

test('while there is no connection they wait, and say so; then they are sent', async () => {
  const without = fakeApi(known)
  renderPage(<Builder />)
  await waitFor(() => expect(savesIn(without)).toHaveLength(1))
  expect(await screen.findByText('waits to be sent')).toBeDefined()
  const withServer = fakeApi(known, saves)
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText(/^saved/)).toBeDefined()
  expect(savesIn(withServer)).toHaveLength(1)
})

test('picks that a busy server turned away are sent when it can do its work again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  let isBusy = true
  const requests = fakeApi(
    known,
    fake(predictionEndpoints.savePrediction, () =>
      isBusy ? { error: 'unavailable' } : { ok: { prediction, updated: false } },
    ),
  )
  fakeReadiness(() => !isBusy)
  renderPage(<Builder />)
  await waitFor(() => expect(savesIn(requests)).toHaveLength(1))
  expect(await screen.findByText('waits to be sent')).toBeDefined()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(savesIn(requests)).toHaveLength(1)
  isBusy = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await screen.findByText(/^saved/)).toBeDefined()
  expect(savesIn(requests)).toHaveLength(2)
})

test('picks whose save had its effect, although its answer was lost, are saved and nobody else’s', async () => {
  const requests = fakeApi(
    known,
    fake(predictionEndpoints.savePrediction, { error: 'stale_version' }),
    fake(predictionEndpoints.getOwnPrediction, { ok: { prediction } }),
  )
  renderPage(<Builder />)
  expect(await screen.findByText('Prediction Saved!')).toBeDefined()
  expect(await screen.findByText(/^saved/)).toBeDefined()
  expect(screen.queryByText('Failed to save prediction')).toBeNull()
  expect(savesIn(requests)).toHaveLength(1)
})

test('other picks that were saved meanwhile are left to the fan', async () => {
  const other = { ...prediction, setlist: { ...prediction.setlist, set1: new Array(8).fill(null) } }
  fakeApi(
    known,
    fake(predictionEndpoints.savePrediction, { error: 'stale_version' }),
    fake(predictionEndpoints.getOwnPrediction, { ok: { prediction: other } }),
  )
  renderPage(<Builder />)
  expect(await screen.findByText(/Other picks were saved for this show/)).toBeDefined()
  expect(await screen.findByText('not saved yet')).toBeDefined()
})

test('picks that the server refuses are not sent again by themselves, and stay', async () => {
  const requests = fakeApi(known, fake(predictionEndpoints.savePrediction, { error: 'picks_closed' }))
  renderPage(<Builder />)
  expect(await screen.findByText('Failed to save prediction')).toBeDefined()
  expect(await screen.findByText('not saved yet')).toBeDefined()
  window.dispatchEvent(new Event('online'))
  expect(savesIn(requests)).toHaveLength(1)
  expect(useDraftStore.getState().drafts[SHOW]?.slots.set1[0]?.name).toBe('Low Tide')
})
