import { expect, test } from '@playwright/test'
import { MAX_FIRST_VIEW, MAX_FURTHER_JS, weighBuild } from './weight.ts'

test('keeps the first view and every further page within its limit', () => {
  const { firstView, pages } = weighBuild()
  expect(firstView.js, 'JavaScript of the first view').toBeLessThanOrEqual(MAX_FIRST_VIEW.js)
  expect(firstView.css, 'CSS of the first view').toBeLessThanOrEqual(MAX_FIRST_VIEW.css)
  for (const [page, { js }] of pages) expect(js, page).toBeLessThanOrEqual(MAX_FURTHER_JS)
  expect(pages.size).toBeGreaterThan(3)
})
