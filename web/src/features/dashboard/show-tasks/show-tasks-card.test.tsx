import { type ShowTask, showLockEndpoints } from '@called-it/shared/contract/show-locks'
import { openShow } from '@called-it/tests/support/web/factories'
import { failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { deliver } from '../../../lib/events/deliver.ts'
import { ShowTasksCard } from './show-tasks-card.tsx'

const { listShowTasks, chooseVenueTimes } = showLockEndpoints

const show = openShow(4, '2031-03-05')
const barn = { venue: 'The Barn', city: 'Portland', state: null, country: 'USA' }
const atBarn = { ...barn, location: 'Portland, USA', shows: [show] }
const unknownZone: ShowTask = { kind: 'unknown-zone', ...atBarn }
const pleaseCheck: ShowTask = { kind: 'please-check', ...atBarn, time_zone: 'America/Chicago' }
const twoShows: ShowTask = { kind: 'two-shows', ...atBarn, shows: [show, openShow(5, '2031-03-05')] }

/** The server's state, changed by the tests. */
let tasks: ShowTask[]

beforeEach(() => {
  tasks = []
})

const choosing = fake(chooseVenueTimes, ({ body }) => {
  if (JSON.stringify(body).includes('Asia/Tokyo')) {
    const message = 'This zone is not known here'
    return { error: 'invalid', issues: [{ path: 'time_zone', message }] }
  }
  tasks = []
  return { ok: { shows: [show] } }
})

async function openCard(...held: ShowTask[]) {
  tasks = held
  choosing.bodies.length = 0
  fakeApi(
    choosing,
    fake(listShowTasks, () => ({ ok: { tasks } })),
  )
  const page = renderPage(<ShowTasksCard />)
  await page.user.click(await screen.findByText(`${held.length} task`))
  return page
}

const zoneField = (name: string) => screen.findByRole('combobox', { name })
const isSettled = () => screen.findByText('Nothing to check.')

describe('shows to check', () => {
  test('refuses what is no zone, and keeps what the server refuses', async () => {
    const { user } = await openCard(unknownZone)
    const field = await zoneField('Time zone of The Barn')
    expect(screen.getByRole('link', { name: 'Wednesday, March 5, 2031' }).getAttribute('href')).toBe(
      '/admin/shows/4',
    )
    await user.type(field, 'EST{Enter}')
    expect(await screen.findByText('Please choose a time zone, such as America/New_York')).toBeDefined()
    expect(choosing.bodies).toEqual([])
    await user.clear(field)
    await user.type(field, 'Asia/Tokyo{Enter}')
    expect(await screen.findByText('This zone is not known here')).toBeDefined()
    expect(field).toHaveProperty('value', 'Asia/Tokyo')
    await user.clear(field)
    await user.type(field, ' America/New_York{Enter}')
    expect(await screen.findByText(/^It counts for 1 coming show at The Barn/)).toBeDefined()
    expect(await isSettled()).toBeDefined()
    expect(choosing.bodies.at(-1)).toEqual({ ...barn, time_zone: 'America/New_York' })
  })

  test('offers every zone of the browser', async () => {
    await openCard(unknownZone)
    const list = (await zoneField('Time zone of The Barn')).getAttribute('list')
    const zones = [...(document.getElementById(list ?? '')?.children ?? [])]
    expect(zones.map((zone) => zone.getAttribute('value'))).toEqual(Intl.supportedValuesOf('timeZone'))
  })

  test('confirms a zone once when its button is pressed twice before it is busy', async () => {
    await openCard(pleaseCheck)
    const confirm = await screen.findByRole('button', { name: 'America/Chicago is right' })
    expect(await zoneField('Another time zone of The Barn')).toBeDefined()
    confirm.focus()
    await act(async () => {
      fireEvent.click(confirm)
      fireEvent.click(confirm)
    })
    expect(await isSettled()).toBeDefined()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'shows to check' }))
    expect(choosing.bodies).toEqual([{ ...barn, time_zone: 'America/Chicago' }])
  })

  test('asks for the start of the first of two shows on one day', async () => {
    const { user } = await openCard(twoShows)
    const field = await screen.findByLabelText('Start of the first show at The Barn')
    await user.click(screen.getByRole('button', { name: 'set the start' }))
    expect(await screen.findByText('Please enter a time')).toBeDefined()
    fireEvent.input(field, { target: { value: '15:00' } })
    await user.click(screen.getByRole('button', { name: 'set the start' }))
    expect(await isSettled()).toBeDefined()
    expect(choosing.bodies).toEqual([{ ...barn, early_starts_local: '15:00' }])
  })

  test.each([
    ['catalogue:changed', () => deliver('catalogue:changed', { topic: 'catalogue', from: 1, to: 2 })],
    ['show:changed', () => deliver('show:changed', { topic: 'show:4', from: 1, to: 2, show })],
  ])('refetches on %s', async (_, change) => {
    await openCard(unknownZone)
    await zoneField('Time zone of The Barn')
    tasks = []
    act(change)
    expect(await isSettled()).toBeDefined()
  })

  test('retries when the tasks could not be loaded', async () => {
    fakeApi(failOnce(listShowTasks, { ok: { tasks: [unknownZone] } }))
    const { user } = renderPage(<ShowTasksCard />)
    const card = await screen.findByRole('region', { name: 'shows to check' })
    await user.click(await within(card).findByRole('button', { name: 'try again' }))
    await waitFor(() => expect(within(card).getByText('1 task')).toBeDefined())
  })
})
