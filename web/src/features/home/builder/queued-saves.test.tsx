import { english } from '@called-it/languages/texts'
import { ERRORS } from '@called-it/shared/contract/errors'
import { type Prediction, predictionEndpoints } from '@called-it/shared/contract/predictions'
import { addSong } from '@called-it/shared/game/draft'
import { ann, loggedIn, predictionOf } from '@called-it/tests/support/web/factories'
import { fake, fakeApi, fakeReadiness } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { predictionsAre } from '@called-it/tests/support/web/routes'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useDraftStore } from './draft-store.ts'
import { useAdoptedPrediction } from './prediction-queries.ts'
import { QueuedSaves } from './queued-saves.ts'
import { SaveState } from './save-state.tsx'
import { draftOf } from './show-draft.ts'

const SHOW = 12
const prediction = predictionOf(SHOW, {
  setlist: {
    set1: [{ id: 7, name: 'Low Tide' }, ...new Array(7).fill(null)],
    set2: new Array(8).fill(null),
    encore: [null, null, null],
  },
})
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

beforeEach(() => {
  const { adopt, change, queue } = useDraftStore.getState()
  adopt(SHOW, null)
  change(SHOW, (slots) => addSong(slots, 'set1', { id: 7, name: 'Low Tide' }))
  queue(SHOW)
})

describe('builder: queued saves', () => {
  test('adds the saved prediction to the list without a request and fires an event', async () => {
    const onSaved = vi.fn()
    addEventListener('predictionSaved', onSaved, { once: true })
    const requests = fakeApi(loggedIn, saves)
    const { queryClient } = renderPage(<Builder />)
    const listKey = queryKeys.predictions(ann.id)
    queryClient.setQueryData(listKey, [])
    await waitFor(() => expect(queryClient.getQueryData(listKey)).toEqual([prediction]))
    expect(onSaved.mock.calls[0]?.[0].detail).toEqual({ showId: SHOW })
    expect(requests.filter((request) => request.includes('/users/'))).toEqual([])
  })

  test('keeps saved picks when a list from before the save arrives late', async () => {
    const older = Promise.withResolvers<{ ok: { predictions: Prediction[] } }>()
    const lists = [older.promise, { ok: { predictions: [prediction] } }]
    fakeApi(
      loggedIn,
      saves,
      fake(predictionEndpoints.listPredictions, () => lists.shift() ?? older.promise),
    )
    function Adopted() {
      useAdoptedPrediction(SHOW)
      return <Builder />
    }
    const { queryClient } = renderPage(<Adopted />)
    expect(await screen.findByText(/^saved/)).toBeDefined()
    older.resolve({ ok: { predictions: [] } })
    await waitFor(() => expect(queryClient.getQueryData(queryKeys.predictions(ann.id))).toEqual([prediction]))
    expect(useDraftStore.getState().drafts[SHOW]?.slots.set1[0]?.name).toBe('Low Tide')
  })

  test('waits while offline and sends once online', async () => {
    const without = fakeApi(loggedIn)
    renderPage(<Builder />)
    await waitFor(() => expect(savesIn(without)).toHaveLength(1))
    expect(await screen.findByText('waits to be sent')).toBeDefined()
    const withServer = fakeApi(loggedIn, saves)
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByText(/^saved/)).toBeDefined()
    expect(savesIn(withServer)).toHaveLength(1)
  })

  test('sends picks that a busy server rejected once it recovers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    let isBusy = true
    const requests = fakeApi(
      loggedIn,
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

  test('counts a save whose response was lost as saved', async () => {
    const requests = fakeApi(
      loggedIn,
      fake(predictionEndpoints.savePrediction, { error: 'stale_version' }),
      predictionsAre(prediction),
    )
    renderPage(<Builder />)
    expect(await screen.findByText('Prediction Saved!')).toBeDefined()
    expect(await screen.findByText(/^saved/)).toBeDefined()
    expect(screen.queryByText('Failed to save prediction')).toBeNull()
    expect(savesIn(requests)).toHaveLength(1)
  })

  test('leaves a conflict with other saved picks to the user', async () => {
    const other = { ...prediction, setlist: { ...prediction.setlist, set1: new Array(8).fill(null) } }
    fakeApi(
      loggedIn,
      fake(predictionEndpoints.savePrediction, { error: 'stale_version' }),
      predictionsAre(other),
    )
    renderPage(<Builder />)
    expect(await screen.findByText(/Other picks were saved for this show/)).toBeDefined()
    expect(await screen.findByText('not saved yet')).toBeDefined()
  })

  test('keeps picks that the server refuses and does not resend them', async () => {
    const requests = fakeApi(loggedIn, fake(predictionEndpoints.savePrediction, { error: 'picks_closed' }))
    renderPage(<Builder />)
    expect(await screen.findByText('Failed to save prediction')).toBeDefined()
    expect(screen.getByText('There was an error saving your prediction. Please try again.')).toBeDefined()
    expect(screen.getByText(english(ERRORS.picks_closed.text))).toBeDefined()
    expect(await screen.findByText('not saved yet')).toBeDefined()
    window.dispatchEvent(new Event('online'))
    expect(savesIn(requests)).toHaveLength(1)
    expect(useDraftStore.getState().drafts[SHOW]?.slots.set1[0]?.name).toBe('Low Tide')
  })
})
