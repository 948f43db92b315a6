import { POINTS } from '@called-it/shared/game/points'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { onScreen } from '@called-it/tests/support/web/screen'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { categoryLabels } from '../../../ui/category-labels.ts'
import { ScoringRulesCard } from './scoring-rules-card.tsx'
import '../carousel/carousel-engine.tsx'

const SLIDE_MS = 4000
const ruleInSight = () => screen.getByRole('group', { name: /^\d of 5$/ }).textContent
const placeInSight = () => screen.getByRole('group', { name: /^\d of 5$/ }).getAttribute('aria-label')

describe('home: scoring rules', () => {
  test('lists the five categories and their points on a wide screen', () => {
    onScreen({ width: 1440 })
    renderPage(<ScoringRulesCard />)
    const rules = screen.getAllByRole('listitem').map((rule) => rule.textContent)
    expect(rules).toEqual(categoryLabels().map(([category, label]) => `${label}${POINTS[category]} points`))
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('home: scoring rules on a phone', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  /** Waits for the carousel engine. */
  async function renderOnPhone(reducedMotion = false) {
    onScreen({ width: 375, reducedMotion })
    const page = renderPage(<ScoringRulesCard />)
    await vi.waitFor(() => expect(page.container.querySelector('[data-waiting]')).toBeNull())
    await pass(0)
    return page
  }

  test('shows each category for four seconds, in a loop', async () => {
    await renderOnPhone()
    expect(ruleInSight()).toContain(String(POINTS.correctSpecial))
    await pass(SLIDE_MS)
    expect(placeInSight()).toBe('2 of 5')
    await pass(SLIDE_MS)
    expect(placeInSight()).toBe('3 of 5')
    await pass(3 * SLIDE_MS)
    expect(placeInSight()).toBe('1 of 5')
  })

  test('pauses and plays by a button', async () => {
    await renderOnPhone()
    act(() => screen.getByRole('button', { name: 'pause' }).click())
    const place = placeInSight()
    await pass(3 * SLIDE_MS)
    expect(placeInSight()).toBe(place)
    act(() => screen.getByRole('button', { name: 'play' }).click())
    await pass(SLIDE_MS)
    expect(placeInSight()).not.toBe(place)
  })

  test('stops autoplay when the user turns the slides', async () => {
    await renderOnPhone()
    act(() => screen.getByRole('button', { name: 'previous rule' }).click())
    const place = placeInSight()
    await pass(3 * SLIDE_MS)
    expect(placeInSight()).toBe(place)
    expect(screen.getByRole('button', { name: 'play' })).toBeDefined()
  })

  test('stops autoplay when the user drags', async () => {
    // Without a layout nothing can be dragged.
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

  test('has no autoplay and no pause button with reduced motion', async () => {
    await renderOnPhone(true)
    await pass(3 * SLIDE_MS)
    expect(placeInSight()).toBe('1 of 5')
    expect(screen.queryByRole('button', { name: /pause|play/ })).toBeNull()
    act(() => screen.getByRole('button', { name: 'next rule' }).click())
    expect(placeInSight()).toBe('2 of 5')
  })
})
