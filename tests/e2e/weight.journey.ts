import { expect, test } from '@playwright/test'
import { MOST_FIRST_VIEW, MOST_FURTHER_JS, weighBuild } from './weight.ts'

test('the first view and every further page stay light', () => {
  const { firstView, pages } = weighBuild()
  expect(firstView.js, 'JavaScript of the first view').toBeLessThanOrEqual(MOST_FIRST_VIEW.js)
  expect(firstView.css, 'CSS of the first view').toBeLessThanOrEqual(MOST_FIRST_VIEW.css)
  for (const [page, { js }] of pages) expect(js, page).toBeLessThanOrEqual(MOST_FURTHER_JS)
  expect(pages.size).toBeGreaterThan(3)
})
