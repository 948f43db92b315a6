import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TakeAlong } from './take-along.tsx'

test.each([
  [3, '?tour=3'],
  [null, ''],
])('offers calendar and feed for tour %s', (tourId, query) => {
  render(<TakeAlong tourId={tourId} />)
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `webcal://${location.host}/calendar.ics${query}`,
    `/calendar.ics${query}`,
    '/feed.atom',
  ])
})
