import { moderationEndpoints, type ReportedThing } from '@called-it/shared/contract/moderation'
import { failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
// Loaded before the tests, so that none waits for it.
import '../../ui/dialogs/index.ts'
import { PeoplePage } from './people-page.tsx'

const { listReports, decideReport, listSuspended, liftSuspension, listBlockedWords, blockWord, unblockWord } =
  moderationEndpoints

const thing: ReportedThing = {
  kind: 'name',
  id: 7,
  name: 'Rude Name',
  avatar_path: null,
  reports: 2,
  first_at: '2026-01-01T00:00:00Z',
  notes: ['Really rude.'],
}
const image = { ...thing, kind: 'image' as const, id: 8, name: 'Bo', reports: 1, notes: [] }
const league = { ...thing, kind: 'league' as const, id: 3, name: 'Bad League' }
const fan = {
  user_id: 9,
  display_name: 'Cy',
  reason: 'An insult.',
  suspended_at: '2026-01-02T00:00:00Z',
  suspended_by: 'The Boss',
}

/** The server's state, changed by the tests. */
let reported: ReportedThing[]

beforeEach(() => {
  reported = [thing, image, league]
})

function open(...routes: Parameters<typeof fakeApi>) {
  const requests = fakeApi(
    ...routes,
    fake(listReports, () => ({ ok: { reported } })),
    fake(listSuspended, { ok: { suspended: [fan] } }),
    fake(listBlockedWords, { ok: { words: ['heck'] } }),
  )
  return { ...renderPage(<PeoplePage />), requests }
}
const region = (name: RegExp) => screen.findByRole('region', { name })

test('has a notice to send beside the reports', async () => {
  open()
  expect(await region(/^send a notice/)).toBeTruthy()
})

test('lists what is reported with the decisions that fit it', async () => {
  open()
  const queue = await region(/^reported/)
  const buttons = within(queue)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'))
  expect(buttons).toEqual([
    ...['reset name: Rude Name', 'suspend: Rude Name', 'dismiss: Rude Name'],
    ...['remove image: Bo', 'suspend: Bo', 'dismiss: Bo'],
    ...['reset name: Bad League', 'dismiss: Bad League'],
  ])
  expect(queue.textContent).toContain('2 reports since January 1, 2026Really rude.')
  const links = within(queue).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/players/7', '/players/8'])
})

test('decides, and passes the focus on', async () => {
  const deciding = fake(decideReport, () => {
    reported = reported.slice(1)
    return { ok: { reported } }
  })
  const { user } = open(deciding)
  await user.click(await screen.findByRole('button', { name: 'reset name: Rude Name' }))
  expect(await screen.findByText('Name Reset')).toBeTruthy()
  expect(deciding.bodies).toEqual([{ kind: 'name', id: 7, decision: 'reset-name' }])
  expect(screen.queryByRole('button', { name: 'reset name: Rude Name' })).toBeNull()
  expect(document.activeElement).toBe(await region(/^reported/))
})

test('suspends with a reason', async () => {
  const deciding = fake(decideReport, { ok: { reported: [] } })
  const { user, requests } = open(deciding)
  await user.click(await screen.findByRole('button', { name: 'suspend: Bo' }))
  const dialog = await screen.findByRole('dialog', { name: 'suspend Bo?' })
  const confirm = within(dialog).getByRole('button', { name: 'yes, suspend' })
  await user.click(confirm)
  expect(await within(dialog).findByText('Please say why, in 3 to 200 characters')).toBeTruthy()
  await user.type(within(dialog).getByLabelText('Reason'), 'A rude image.')
  await user.click(confirm)
  expect(await screen.findByText('Fan Suspended')).toBeTruthy()
  expect(deciding.bodies).toEqual([{ kind: 'image', id: 8, decision: 'suspend', reason: 'A rude image.' }])
  expect(await screen.findByText('nothing is reported')).toBeTruthy()
  await waitFor(() => expect(requests.filter((one) => one.endsWith('/suspended'))).toHaveLength(2))
})

test('refetches what another admin has decided', async () => {
  const { user } = open(
    fake(decideReport, () => {
      reported = []
      return { error: 'report_not_found' }
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'dismiss: Bo' }))
  expect(await screen.findByText('These reports are decided.')).toBeTruthy()
  expect(await screen.findByText('nothing is reported')).toBeTruthy()
})

test('lifts a suspension', async () => {
  const { user, requests } = open(fake(liftSuspension, { ok: { suspended: [] } }))
  const suspended = await region(/^suspended/)
  expect(suspended.textContent).toContain('CyAn insult.January 2, 2026, by The Boss')
  await user.click(within(suspended).getByRole('button', { name: 'lift the suspension: Cy' }))
  expect(await screen.findByText('nobody is suspended')).toBeTruthy()
  expect(requests).toContain('DELETE /api/admin/users/9/suspension')
})

test('blocks and unblocks words', async () => {
  const blocking = fake(blockWord, { ok: { words: ['fool', 'heck'] } })
  const { user } = open(blocking, fake(unblockWord, { ok: { words: ['fool'] } }))
  const words = await region(/^blocked words/)
  const listed = () => textsOf(words, 'listitem')
  const field = within(words).getByLabelText<HTMLInputElement>('Word')
  await user.type(field, '!{Enter}')
  expect(await within(words).findByText('Please enter 2 to 40 letters or digits')).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'Fool{Enter}')
  await waitFor(() => expect(listed()).toEqual(['fool', 'heck']))
  expect([blocking.bodies, field.value]).toEqual([[{ word: 'Fool' }], ''])
  await user.click(within(words).getByRole('button', { name: 'unblock heck' }))
  await waitFor(() => expect(listed()).toEqual(['fool']))
})

test('retries when the reports could not be loaded', async () => {
  const { user } = open(failOnce(listReports, { ok: { reported } }))
  await user.click(await screen.findByRole('button', { name: 'try again' }))
  expect(await screen.findByRole('button', { name: 'dismiss: Bo' })).toBeTruthy()
})
