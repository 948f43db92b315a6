import { type AboveRow, chanceEndpoints } from '@called-it/shared/contract/chances'
import { loggedIn, visitor } from '@called-it/tests/support/web/factories'
import { failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { cellsOfTable } from '@called-it/tests/support/web/table-cells'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { deliver } from '../../lib/events/deliver.ts'
import { AgainstTheOddsPage } from './against-the-odds-page.tsx'

const rowOf = (userId: number, rank: number, above: number): AboveRow => ({
  rank,
  userId,
  userName: `fan ${userId}`,
  avatar: null,
  shows: 6,
  above,
})
const table = () => screen.findByRole('table', { name: 'players against chance' })

describe('board against chance', () => {
  test('has signed points with one decimal, and marks the own row', async () => {
    const rows = [rowOf(3, 1, 1_012.34), rowOf(7, 2, 0.02), rowOf(4, 3, -4)]
    fakeApi(loggedIn, failOnce(chanceEndpoints.getAboveExpectation, { ok: { players: 5, rows } }))
    const { user } = renderPage(<AgainstTheOddsPage />, { at: '/above-expectation' })
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    expect(await screen.findByText('you')).toBeDefined()
    expect(cellsOfTable(await table())).toEqual([
      ['1', 'FAfan 3', '6', '+1,012.3'],
      ['2', 'FAfan 7you', '6', '0.0'],
      ['3', 'FAfan 4', '6', '-4.0'],
    ])
    expect(screen.getByText('and 2 more players')).toBeDefined()
    expect(screen.getByText(/on the list after 5 shows/)).toBeDefined()

    act(() => deliver('users:deleted', { topic: 'deletions', from: 0, to: 1, userIds: [3] }))
    await waitFor(() => expect(screen.queryByText('fan 3')).toBeNull())
  })

  test('says when nobody has enough shows', async () => {
    fakeApi(visitor, fake(chanceEndpoints.getAboveExpectation, { ok: { players: 0, rows: [] } }))
    renderPage(<AgainstTheOddsPage />, { at: '/above-expectation' })
    expect(await screen.findByText('Nobody is on this list yet.')).toBeDefined()
  })
})
