import { POINTS } from '@called-it/shared/game/scoring'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { onScreen } from '@called-it/tests/support/web/screen'
import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { CATEGORY_LABELS } from './categories.ts'
import { ScoringRulesCard } from './scoring-rules-card.tsx'
import '../carousel/carousel-engine.tsx'

const SLIDE_MS = 4000
const ruleInSight = () => screen.getByRole('group', { name: /^\d of 5$/ }).textContent
const placeInSight = () => screen.getByRole('group', { name: /^\d of 5$/ }).getAttribute('aria-label')

test('on a wide screen it is a plain list of the five categories and their points', () => {
  onScreen({ width: 1440 })
  renderPage(<ScoringRulesCard />)
  const rules = screen.getAllByRole('listitem').map((rule) => rule.textContent)
  expect(rules).toEqual(CATEGORY_LABELS.map(([category, label]) => `${label}${POINTS[category]} points`))
  expect(screen.queryByRole('button')).toBeNull()
})

describe('on a phone', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  /** The card once its slides can move. */
  async function renderOnPhone(reducedMotion = false) {
    onScreen({ width: 375, reducedMotion })
    const page = renderPage(<ScoringRulesCard />)
    await vi.waitFor(() => expect(page.container.querySelector('[data-waiting]')).toBeNull())
    await pass(0)
    return page
  }

  test('the categories come one after the other, four seconds each, in a loop', async () => {
    await renderOnPhone()
    expect(ruleInSight()).toContain('15')
    await pass(SLIDE_MS)
    expect(placeInSight()).toBe('2 of 5')
    await pass(SLIDE_MS)
    expect(placeInSight()).toBe('3 of 5')
    await pass(3 * SLIDE_MS)
    expect(placeInSight()).toBe('1 of 5')
  })

  test('a button stops them and sets them off again', async () => {
    await renderOnPhone()
    act(() => screen.getByRole('button', { name: 'pause' }).click())
    const place = placeInSight()
    await pass(3 * SLIDE_MS)
    expect(placeInSight()).toBe(place)
    act(() => screen.getByRole('button', { name: 'play' }).click())
    await pass(SLIDE_MS)
    expect(placeInSight()).not.toBe(place)
  })

  test('they stop for whoever turns them', async () => {
    await renderOnPhone()
    act(() => screen.getByRole('button', { name: 'previous rule' }).click())
    const place = placeInSight()
    await pass(3 * SLIDE_MS)
    expect(placeInSight()).toBe(place)
    expect(screen.getByRole('button', { name: 'play' })).toBeDefined()
  })

  test('they stop for whoever takes hold of them', async () => {
    // There is no layout here, and what has none cannot be dragged.
    Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, value: document.body })
    onTestFinished(() => {
      Reflect.deleteProperty(HTMLElement.prototype, 'offsetParent')
    })
    await renderOnPhone()
    const slide = within(screen.getByRole('group', { name: '1 of 5' })).getByText(/opener, closer/)
    act(() => {
      slide.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, button: 0 }))
      document.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }))
    })
    expect(screen.getByRole('button', { name: 'play' })).toBeDefined()
  })

  test('nothing moves by itself for those who want it so, and nothing needs a pause', async () => {
    await renderOnPhone(true)
    await pass(3 * SLIDE_MS)
    expect(placeInSight()).toBe('1 of 5')
    expect(screen.queryByRole('button', { name: /pause|play/ })).toBeNull()
    act(() => screen.getByRole('button', { name: 'next rule' }).click())
    expect(placeInSight()).toBe('2 of 5')
  })
})
