import { fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TakeAlong } from './take-along.tsx'

test.each([
  [3, '?tour=3'],
  [null, ''],
])('offers calendar and feed for tour %s', async (tourId, query) => {
  fakeApi()
  const { user } = renderPage(<TakeAlong tourId={tourId} />)
  await user.click(screen.getByRole('button', { name: 'take it along' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.getAttribute('href'))).toEqual([
    `webcal://${location.host}/calendar.ics${query}`,
    `/calendar.ics${query}`,
    '/feed.atom',
  ])
})
