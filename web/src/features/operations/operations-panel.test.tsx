import { type Operations, operationsEndpoints } from '@called-it/shared/contract/operations'
import { type Run, runEndpoints } from '@called-it/shared/contract/runs'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { playedShow, runOf } from '@called-it/tests/support/web/factories'
import { failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { recentShowsAre, upcomingShowsAre } from '@called-it/tests/support/web/routes'
import { act, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { deliver } from '../../lib/events/deliver.ts'
import { OperationsPanel } from './operations-panel.tsx'

const calm: Operations = {
  version: 1_000,
  queues: null,
  workers: [{ name: 'stage-left:12:ab', queues: ['runs', 'mail'], connectedMs: 10_800_000 }],
  redisTrouble: null,
  outbox: { open: 13, dead: 0, oldestOpenMs: 301_000 },
  deadJobs: [],
}

const run = (id: number, rest: Partial<Run> = {}) => runOf({ id, ...rest })

const failed: Partial<Run> = {
  state: 'failed',
  result: null,
  error: { code: 'setlist_not_found', message: 'Setlist not found for this show' },
}

const dead = {
  id: '0198f8e0-0000-7000-8000-000000000000',
  job: 'mail-verification',
  runId: null,
  failures: 20,
  lastError: 'Error: 550 no such user [redacted]',
  createdAt: '2026-07-03T21:00:00Z',
  deadAt: '2026-07-04T21:00:00Z',
}

const operationsAre = (state: Operations) => fake(operationsEndpoints.getOperations, { ok: state })
/** The runs may be of any show, but only show 12 is known. */
const runsAre = (...runs: Run[]) => [
  fake(runEndpoints.listRuns, { ok: { runs, version: 5 } }),
  upcomingShowsAre(),
  recentShowsAre(playedShow(12, '2026-07-04')),
  fake(showEndpoints.getShow, { error: 'show_not_found' }),
]

const rowOf = async (name: string) => within(await screen.findByRole('listitem', { name }))

describe('operations', () => {
  test('shows workers and the outbox with counts and ages', async () => {
    fakeApi(operationsAre(calm), ...runsAre())
    renderPage(<OperationsPanel />)
    const outbox = within(await screen.findByRole('region', { name: 'outbox' }))
    outbox.getByText('13 open, the oldest for 5 min')
    const workers = screen.getByRole('list', { name: /^workers/ })
    expect(workers.textContent).toBe('stage-left:12:abruns, mail · for 3 h')
    expect(screen.getByRole('link', { name: /all jobs/ }).getAttribute('href')).toBe('/admin/jobs')
    await screen.findByText('no runs yet')
    expect(screen.queryByRole('heading', { name: /given up/ })).toBeNull()
  })

  test('replaces the state by a live event unless the event is older', async () => {
    fakeApi(operationsAre(calm), ...runsAre())
    renderPage(<OperationsPanel />)
    await screen.findByText(/^13 open/)
    const deliverState = (to: number, open: number) => {
      const { version: _, ...operations } = { ...calm, outbox: { open, dead: 0, oldestOpenMs: null } }
      act(() => deliver('operations:changed', { topic: 'operations', from: 0, to, operations }))
    }
    deliverState(1_001, 2)
    await screen.findByText('2 open')
    deliverState(900, 77)
    deliverState(1_002, 3)
    await screen.findByText('3 open')
  })

  test('shows that no worker is connected, chances fail or Redis is away', async () => {
    fakeApi(operationsAre({ ...calm, workers: [] }), ...runsAre())
    const { unmount } = renderPage(<OperationsPanel />)
    await screen.findByText('No worker is connected')
    unmount()

    const trouble = 'The chances of songs could not be made 2 times: no memory'
    fakeApi(operationsAre({ ...calm, chanceTrouble: trouble }), ...runsAre())
    const old = renderPage(<OperationsPanel />)
    await screen.findByText(trouble)
    old.unmount()

    const away = { ...calm, workers: null, redisTrouble: 'It waits in the outbox.' }
    fakeApi(operationsAre(away), ...runsAre())
    renderPage(<OperationsPanel />)
    await screen.findByText('Redis is away')
    screen.getByText('It waits in the outbox.')
    expect(screen.queryByRole('list', { name: /^workers/ })).toBeNull()
    screen.getByText(/^13 open/)
  })

  test('retries what could not be loaded', async () => {
    fakeApi(
      failOnce(operationsEndpoints.getOperations, { ok: calm }),
      failOnce(runEndpoints.listRuns, { ok: { runs: [run(1)], version: 5 } }),
      ...runsAre(),
    )
    const { user } = renderPage(<OperationsPanel />)
    await screen.findByText('The jobs could not be loaded.')
    await screen.findByText('The runs could not be loaded.')
    for (const button of screen.getAllByRole('button', { name: 'try again' })) await user.click(button)
    await screen.findByText(/^13 open/)
    await screen.findByRole('listitem', { name: 'scoring show 12' })
  })

  test('shows who requested a run, how long it took and how it ended', async () => {
    const open = run(9, { state: 'running', result: null, done: 10, endedAt: null })
    fakeApi(
      operationsAre(calm),
      ...runsAre(open, run(8, { showId: 11 }), run(7, { showId: 10, orderedBy: null, ...failed })),
    )
    renderPage(<OperationsPanel />)
    const current = await rowOf('scoring show 12')
    expect(current.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('10')
    await current.findByText('Hall 12, July 4, 2026')
    current.getByText('10 / 40 · 7.1 a second, 5 s left')
    const done = await rowOf('scoring show 11')
    done.getByText(/by Ada Admin · .* took 1\.4 s/)
    done.getByText('40 fans')
    await done.findByText('a show that is gone')
    const last = await rowOf('scoring show 10')
    last.getByText(/by the system/)
    last.getByText('Setlist not found for this show')
    await last.findByText('a show that is gone')
  })

  test('shows only the first runs until all are requested', async () => {
    const runs = Array.from({ length: 9 }, (_, index) => run(9 - index, { showId: 9 - index }))
    fakeApi(operationsAre(calm), ...runsAre(...runs))
    const { user } = renderPage(<OperationsPanel />)
    await rowOf('scoring show 4')
    expect(screen.queryByRole('listitem', { name: 'scoring show 3' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'show all 9' }))
    screen.getByRole('listitem', { name: 'scoring show 1' })
  })

  test('retries a failed run once and hides the button after that', async () => {
    let runs = [run(7, failed)]
    const { promise: mayRespond, resolve: respond } = Promise.withResolvers<void>()
    const requests = fakeApi(
      operationsAre(calm),
      fake(runEndpoints.listRuns, () => ({ ok: { runs, version: 5 + runs.length } })),
      fake(operationsEndpoints.retryRun, async () => {
        await mayRespond
        return { accepted: { runId: 8, status: 'queued' as const } }
      }),
    )
    const { user } = renderPage(<OperationsPanel />)
    const button = await screen.findByRole('button', { name: 'retry scoring show 12' })
    await user.click(button)
    await user.click(button)
    expect(button.textContent).toBe('retrying...')
    runs = [run(8, { state: 'queued', result: null, workedMs: null, endedAt: null, done: 0 }), ...runs]
    respond()
    await screen.findByText('started again')
    await screen.findByText('scoring: waiting', { exact: false })
    expect(screen.queryByRole('button', { name: /^retry/ })).toBeNull()
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual(['POST /api/admin/runs/7/retry'])
  })

  test('offers no retry of an import that stopped to ask', async () => {
    const error = { code: 'import_retires_many', message: 'Retires 5 of 9 songs.' }
    fakeApi(operationsAre(calm), ...runsAre(run(7, { ...failed, error })))
    renderPage(<OperationsPanel />)
    expect(await screen.findByText(error.message)).toBeDefined()
    expect(screen.queryByRole('button', { name: /^retry/ })).toBeNull()
  })

  test.each(['not_logged_in', 'not_allowed'] as const)(
    'shows when the right has ended: %s',
    async (error) => {
      fakeApi(operationsAre(calm), ...runsAre(run(7, failed)), fake(operationsEndpoints.retryRun, { error }))
      const { user } = renderPage(<OperationsPanel />)
      await user.click(await screen.findByRole('button', { name: 'retry scoring show 12' }))
      await screen.findByText('Unauthorized')
      screen.getByText("You don't have permission to perform this action")
    },
  )

  test('reopens a dead job, and retries a dead job of a run as a run', async () => {
    const ofRun = { ...dead, id: '0198f8e0-0000-7000-8000-000000000001', job: 'score-show', runId: 7 }
    const requests = fakeApi(
      operationsAre({ ...calm, outbox: { ...calm.outbox, dead: 2 }, deadJobs: [dead, ofRun] }),
      ...runsAre(),
      fake(operationsEndpoints.retryDeadJob, { ok: { id: dead.id } }),
      fake(operationsEndpoints.retryRun, { error: 'run_not_failed' }),
    )
    const { user } = renderPage(<OperationsPanel />)
    const list = within(await screen.findByRole('list', { name: /^given up/ }))
    expect(list.getAllByText(/failed 20 times, given up/)).toHaveLength(2)
    expect(list.getAllByText('Error: 550 no such user [redacted]')).toHaveLength(2)
    await user.click(list.getByRole('button', { name: 'retry mail-verification' }))
    await screen.findByText('retried')
    await user.click(list.getByRole('button', { name: 'retry score-show' }))
    await screen.findByText('Retry failed')
    screen.getByText('Only a run that has failed can be retried.')
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual([
      `POST /api/admin/dead-jobs/${dead.id}/retry`,
      'POST /api/admin/runs/7/retry',
    ])
  })
})
