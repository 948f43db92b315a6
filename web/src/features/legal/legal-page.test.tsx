import { type Legal, legalEndpoints, sectionsOf } from '@called-it/shared/contract/legal'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { LegalPage } from './legal-page.tsx'

function openPage(at: string, legal: Partial<Legal> = {}) {
  fakeApi(fake(legalEndpoints.getLegalTexts, { ok: { contact: null, ...legal } }))
  return renderPage(<LegalPage />, { at })
}

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

describe('legal pages', () => {
  test('says what the product stores where the operator says nothing', async () => {
    openPage('/privacy')
    expect(await screen.findByText(/ends after 30 days/)).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Privacy', level: 1 })).toBeTruthy()
    expect(headings()).toHaveLength(8)
  })

  test('shows the texts of the operator, with the contact', async () => {
    const terms = [{ title: 'House rules', text: ['Be kind.', 'Be early.'] }]
    openPage('/terms', { terms, contact: 'mailto:ada@band.example' })
    expect(await screen.findByText('Be early.')).toBeTruthy()
    expect(headings()).toEqual(['House rules', 'Contact'])
    expect(screen.getByRole('link', { name: 'ada@band.example' }).getAttribute('href')).toBe(
      'mailto:ada@band.example',
    )
  })

  test('keeps the own texts of the page that the operator has not written', async () => {
    openPage('/privacy', { terms: [{ title: 'House rules', text: ['Be kind.'] }] })
    expect(await screen.findByText(/no trackers/)).toBeTruthy()
  })
})

test('prefers the language of the reader, and falls back to English', () => {
  const [english, german] = [[{ title: 'Rules', text: ['…'] }], [{ title: 'Regeln', text: ['…'] }]]
  const legal = { contact: null, terms: english, privacy: english, translations: { de: { terms: german } } }
  expect(sectionsOf(legal, 'terms', 'de')).toBe(german)
  expect(sectionsOf(legal, 'privacy', 'de')).toBe(english)
  expect(sectionsOf({ contact: null }, 'terms', 'de')).toBeNull()
})
