import { catalogueEndpoints } from '@called-it/shared/contract/catalogue'
import { currentUserEndpoints } from '@called-it/shared/contract/current-user'
import { setlistEndpoints } from '@called-it/shared/contract/setlist-endpoints'
import type { SetlistProposal } from '@called-it/shared/contract/setlists'
import { songEndpoints } from '@called-it/shared/contract/songs'
import { adminShow, ann, setlistOf } from '@called-it/tests/support/web/factories'
import { fake, fakeApi, neverRespond } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { deliver } from '../../../lib/events/deliver.ts'
import { ProposalNotice } from './proposal-notice.tsx'
import { SetlistEditorPage } from './setlist-editor-page.tsx'

const show = adminShow(4, '2031-03-05', { version: 3, setlist: { revision: 1, origin: 'source' } })
const { revision, origin, ...shorter } = setlistOf(1, [1])
const shorterProposal: SetlistProposal = {
  ...shorter,
  id: 7,
  found: true,
  excluded: false,
  exclusionReason: null,
}

const { getShowSetlist, getSetlistProposal, takeSetlistProposal, dropSetlistProposal } = setlistEndpoints

describe('proposal of the source', () => {
  test.each([
    ['take the shorter setlist', 'take 7', ['1Song 1']],
    ['keep the stored one', 'drop 7', ['1Song 1', '2Song 2']],
  ])('appears as it arrives, to %s', async (button, settlement, songs) => {
    let stored = setlistOf(1, [1, 2])
    let proposal: SetlistProposal | null = null
    const settled: string[] = []
    fakeApi(
      fake(currentUserEndpoints.getCurrentUser, { ok: { ...ann, is_admin: true } }),
      fake(catalogueEndpoints.getAdminShow, { ok: show }),
      fake(getShowSetlist, () => ({ ok: { setlist: stored } })),
      fake(getSetlistProposal, () => ({ ok: { proposal } })),
      fake(takeSetlistProposal, ({ params }) => {
        settled.push(`take ${params.proposalId}`)
        proposal = null
        stored = setlistOf(2, [1])
        return { ok: { setlist: stored } }
      }),
      fake(dropSetlistProposal, ({ params }) => {
        settled.push(`drop ${params.proposalId}`)
        proposal = null
        return { ok: { proposal } }
      }),
      fake(songEndpoints.listSongs, { ok: { songs: [] } }),
    )
    const { user } = renderPage(<SetlistEditorPage />, {
      at: '/admin/shows/4',
      pattern: '/admin/shows/:showId',
    })
    await screen.findByRole('combobox', { name: /^add a song to/ })
    expect(screen.queryByText(/has lost songs/)).toBeNull()
    proposal = shorterProposal
    act(() => deliver('show:changed', { topic: 'show:4', from: 3, to: 4, show: { ...show, version: 4 } }))
    const notice = await screen.findByText(/has lost songs/)
    expect(notice.closest('[role="status"]')?.textContent).toContain('Song 2 Set 1, 2')
    await user.click(screen.getByRole('button', { name: button }))
    await waitFor(() => expect(screen.queryByText(/has lost songs/)).toBeNull())
    expect(settled).toEqual([settlement])
    const listed = within(screen.getByRole('list', { name: 'Set 1' })).queryAllByRole('listitem')
    expect(listed.map(({ textContent }) => textContent)).toEqual(songs)
  })

  test('is settled once when a button is pressed twice before it is busy', async () => {
    const requests = fakeApi(
      fake(getSetlistProposal, { ok: { proposal: shorterProposal } }),
      neverRespond(takeSetlistProposal),
    )
    renderPage(<ProposalNotice show={show} current={setlistOf(1, [1, 2])} />)
    const take = await screen.findByRole('button', { name: 'take the shorter setlist' })
    await act(async () => {
      fireEvent.click(take)
      fireEvent.click(take)
    })
    expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(1)
  })
})
