import { type TourPage as Tour, tourPageEndpoints } from '@called-it/shared/contract/tour-pages'
import { tours, visitor } from '@called-it/tests/support/web/factories'
import { type FakeRoute, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TourPage } from './tour-page.tsx'

const [tour = expect.fail('no tour')] = tours

const hall = { venue: 'Hall', location: 'Harborview' }
const running: Tour = {
  tour,
  is_over: false,
  shows: [
    { ...hall, id: 1, date: '2026-03-04', phase: 'final', setlist: [{ set: 'set1', songs: [1, 2] }] },
    { ...hall, id: 2, date: '2026-03-05', phase: 'ended', setlist: [{ set: '3', songs: [2] }] },
    { ...hall, id: 3, date: '2026-03-06', phase: 'cancelled', setlist: [] },
    { ...hall, id: 4, date: '2026-03-07', phase: 'open', setlist: [] },
  ],
  names: { 1: 'Owl Hours', 2: 'Paper Moon', 3: 'Old Harbor' },
  statistics: {
    songs: [
      { song: 2, plays: 2 },
      { song: 1, plays: 1 },
    ],
    openers: [{ set: 'set1', song: 1, plays: 1 }],
    closers: [{ set: 'set1', song: 2, plays: 1 }],
    bust_outs: [{ song: 1, show: 1, gap: 112, last: '2019-05-01' }],
    debuts: [{ song: 2, show: 1 }],
    rests: [{ song: 3, shows: 40, last: '2025-12-31' }],
  },
}

function open(...routes: FakeRoute[]) {
  fakeApi(visitor, ...routes)
  return renderPage(<TourPage />, { at: '/tours/3', pattern: '/tours/:tourId' })
}
const itemsOf = (name: RegExp | string) => textsOf(screen.getByRole('region', { name }), 'listitem')

test('shows what a tour has played so far', async () => {
  open(fake(tourPageEndpoints.getTourPage, { ok: running }))
  await screen.findByRole('heading', { name: tour.name, level: 1 })
  expect(screen.getByRole('region', { name: 'tour' }).textContent).toContain('shows2 of 4')
  expect(itemsOf('coming up')).toEqual(['March 7, 2026picks are openHall, Harborview'])
  expect(itemsOf('without a setlist')).toEqual(['March 6, 2026cancelledHall, Harborview'])
  expect(screen.getAllByRole('group').map(({ textContent }) => textContent)).toEqual([
    'Mar 5 Hall, HarborviewSet 3 Paper Moonsee the show',
    'Mar 4 Hall, HarborviewSet 1 Owl Hours, Paper Moonsee the show',
  ])
  expect(itemsOf(/^songs/)).toEqual(['Paper Moon2 shows', 'Owl Hours1 show'])
  expect(itemsOf(/^bust-outs/)).toEqual(['Owl Hoursafter 112 showson Mar 4, last on May 1, 2019'])
  expect(itemsOf(/^debuts/)).toEqual(['Paper Moonon Mar 4'])
  expect(itemsOf(/^openers/)).toEqual(['Owl Hoursset 1, 1 time'])
  expect(itemsOf(/^closers/)).toEqual(['Paper Moonset 1, 1 time'])
  expect(itemsOf(/^longest rests/)).toEqual(['Old Harbornot for 40 showslast on December 31, 2025'])
  expect(screen.queryByRole('link', { name: /^the season/ })).toBeNull()
})

test('says that there is no such tour, or that it has no shows', async () => {
  const { unmount } = open(fake(tourPageEndpoints.getTourPage, { error: 'tour_not_found' }))
  await screen.findByText('There is no such tour.')
  unmount()
  const nothing = { songs: [], openers: [], closers: [], bust_outs: [], debuts: [], rests: [] }
  open(fake(tourPageEndpoints.getTourPage, { ok: { ...running, shows: [], names: {}, statistics: nothing } }))
  await screen.findByText('This tour has no shows yet.')
})
