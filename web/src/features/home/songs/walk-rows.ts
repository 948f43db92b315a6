import type { KeyboardEvent } from 'react'

const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The arrows go from the search through the rows and back, each time to the same button of a row. */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const { currentTarget: panel, target } = event
  if (step === undefined || !(target instanceof HTMLElement)) return
  const row = target.closest('[aria-posinset]')
  if (!row && !(step === 1 && target.matches('[type="search"]'))) return
  event.preventDefault()
  const rows = Array.from(panel.querySelectorAll('[aria-posinset]'))
  const next = row ? rows.indexOf(row) + step : 0
  const button = `button${target.matches('[aria-expanded]') ? '[aria-expanded]' : ''}`
  const place = next < 0 ? panel.querySelector('[type="search"]') : rows[next]?.querySelector(button)
  if (place instanceof HTMLElement) place.focus()
}
