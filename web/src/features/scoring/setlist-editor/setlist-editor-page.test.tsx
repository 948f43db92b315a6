import { catalogueEndpoints } from '@called-it/shared/contract/catalogue'
import { type CurrentUser, currentUserEndpoints } from '@called-it/shared/contract/current-user'
import { type Run, runEndpoints } from '@called-it/shared/contract/runs'
import { scoringEndpoints } from '@called-it/shared/contract/scoring-endpoints'
import { setlistEndpoints } from '@called-it/shared/contract/setlist-endpoints'
import type { CurrentSetlist } from '@called-it/shared/contract/setlists'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { songEndpoints } from '@called-it/shared/contract/songs'
import { adminShow, ann, runOf, setlistOf } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { toursAre } from '@called-it/tests/support/web/routes'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clearUserData } from '../../../lib/account/user-storage.ts'
import { deliver } from '../../../lib/events/deliver.ts'
import { SetlistEditorPage } from './setlist-editor-page.tsx'

const admin: CurrentUser = { ...ann, is_admin: true }
const show = adminShow(4, '2031-03-05', { version: 3, setlist: { revision: 1, origin: 'source' } })
const played = (id: number) => ({ id, name: `Song ${id}` })
const songs = [1, 2, 3].map((id) => ({
  ...played(id),
  slug: `song-${id}`,
  times_played: 10 - id,
  gap: null,
  last_played: null,
}))

let stored: CurrentSetlist
let saves: unknown[]
let saving: 'ok' | 'internal' | 'not_allowed' | 'stale_version'
let runs: Run[]
let isOverlayOn: boolean
let isKnown: boolean
let isVanished: boolean
let isOpen: boolean

beforeEach(() => {
  stored = setlistOf(1, [1, 2])
  saves = []
  saving = 'ok'
  runs = []
  isOverlayOn = false
  isKnown = true
  isVanished = false
  isOpen = true
})
afterEach(() => clearUserData())

const previewRun = (rest: Partial<Run>) =>
  runOf({ kind: 'preview-scores', subject: 'preview:4', showId: 4, ...rest })

function openEditor() {
  fakeApi(
    fake(currentUserEndpoints.getCurrentUser, { ok: admin }),
    fake(catalogueEndpoints.getAdminShow, () =>
      isKnown ? { ok: { ...show, vanished: isVanished, is_open: isOpen } } : { error: 'show_not_found' },
    ),
    fake(setlistEndpoints.getShowSetlist, () => ({ ok: { setlist: stored } })),
    fake(setlistEndpoints.getSetlistProposal, { ok: { proposal: null } }),
    fake(runEndpoints.listRuns, () => ({ ok: { runs, version: 1 } })),
    fake(songEndpoints.listSongs, { ok: { songs } }),
    toursAre(),
    fake(siteEndpoints.getConfig, () => ({
      ok: { config: { testModeEnabled: true, siteOverlayEnabled: isOverlayOn, version: 1 } },
    })),
    fake(scoringEndpoints.scoreShow, { ok: { processed: 12, errors: 0 } }),
    fake(setlistEndpoints.enterSetlist, ({ body }) => {
      saves.push(body)
      if (saving !== 'ok') return { error: saving }
      stored = setlistOf(stored.revision + 1, [1, 2, 3])
      return { ok: { setlist: stored } }
    }),
  )
  return renderPage(<SetlistEditorPage />, { at: '/admin/shows/4', pattern: '/admin/shows/:showId' })
}

const songsOf = (set: string) => textsOf(screen.getByRole('list', { name: set }), 'listitem')
const search = () => screen.findByRole('combobox', { name: /^add a song to/ })
const save = () => screen.getByRole('button', { name: 'save setlist' })

describe('setlist editor', () => {
  test('adds a song twice in a row, and nothing on Escape or on leaving the field', async () => {
    const { user } = openEditor()
    const field = await search()
    expect(save()).toHaveProperty('disabled', true)
    expect(screen.getByText('Nothing to save.')).toBeDefined()
    await user.type(field, 'song 3{Enter}')
    await user.type(field, 'song{ArrowUp}{Enter}')
    expect(field).toHaveProperty('value', '')
    await user.type(field, 'song{Escape}')
    expect(field).toHaveProperty('value', '')
    expect(screen.queryByRole('option', { name: /song/i })).toBeNull()
    await user.type(field, 'song')
    await user.tab()
    expect(songsOf('Set 1')).toEqual(['1Song 1', '2Song 2', '3Song 3', '4Song 3'])
  })

  test('keeps the draft after a refused save and after leaving the page', async () => {
    saving = 'internal'
    const { user, unmount } = openEditor()
    await search()
    await user.click(screen.getByRole('button', { name: 'move Song 2 up' }))
    expect(document.activeElement?.textContent).toContain('Song 2')
    await user.click(save())
    expect(await screen.findByText('The setlist was not saved')).toBeDefined()
    expect(songsOf('Set 1')).toEqual(['1Song 2', '2Song 1'])
    unmount()
    saving = 'not_allowed'
    const { user: again } = openEditor()
    await search()
    expect(songsOf('Set 1')).toEqual(['1Song 2', '2Song 1'])
    await again.click(save())
    expect(await screen.findByText('Unauthorized')).toBeDefined()
    expect(screen.getByText("You don't have permission to perform this action")).toBeDefined()
  })

  test('shows the newer revision of another admin, and lets the draft replace it', async () => {
    const { user } = openEditor()
    await search()
    await user.click(screen.getByRole('button', { name: 'remove Song 1' }))
    stored = setlistOf(2, [3])
    saving = 'stale_version'
    await user.click(save())
    expect(await screen.findByText('Revision 2 was saved while you were at work.')).toBeDefined()
    expect(songsOf('Set 1')).toEqual(['1Song 2'])
    expect(save()).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'keep mine' }))
    saving = 'ok'
    await act(async () => {
      fireEvent.click(save())
      fireEvent.click(save())
    })
    await waitFor(() => expect(songsOf('Set 1')).toHaveLength(3))
    expect(saves.slice(1)).toMatchObject([{ set1: [{ id: 2 }], basedOn: 2 }])
  })

  test('shows the source’s setlist and the preview from any admin’s run', async () => {
    const result = {
      setlist: null,
      predictions: 12,
      moved: 3,
      raised: 3,
      lowered: 0,
      largestRise: 15,
      largestFall: 0,
    }
    const source = {
      found: true,
      excluded: false,
      exclusionReason: null,
      set1: [played(1), { id: null, name: 'A Debut' }, played(3)],
      set2: [],
      encore: [],
      further: [],
      notes: null,
    }
    runs = [previewRun({ id: 2, kind: 'look-up-setlist', subject: 'look-up:4', result: source })]
    const { user } = openEditor()
    await search()
    expect(await screen.findByText('not in the song list')).toBeDefined()
    expect(screen.getAllByLabelText('in this setlist too')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'take Song 3 to Set 1' }))
    expect(songsOf('Set 1')).toEqual(['1Song 1', '2Song 2', '3Song 3'])

    const setlist = {
      set1: [{ id: 1 }, { id: 2 }, { id: 3 }],
      set2: [],
      encore: [],
      further: [],
      notes: null,
    }
    act(() =>
      deliver('run:changed', {
        topic: 'runs',
        from: 1,
        to: 2,
        runs: [previewRun({ id: 3, result: { ...result, setlist } })],
      }),
    )
    expect(await screen.findByText('of 12 fans would get points')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'remove Song 3' }))
    expect(screen.getByText('That preview was for another setlist.')).toBeDefined()
  })

  test('offers to lift the overlay when scoring is requested', async () => {
    isOverlayOn = true
    const { user } = openEditor()
    await user.click(await screen.findByRole('button', { name: 'Score Show' }))
    await user.click(await screen.findByRole('button', { name: 'close picks and score' }))
    expect(await screen.findByRole('alertdialog', { name: 'lift the overlay?' })).toBeDefined()
  })

  test('links back when the show does not exist', async () => {
    isKnown = false
    openEditor()
    expect(await screen.findByText('There is no such show.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Score Management' }).getAttribute('href')).toBe('/admin/scoring')
  })

  test('warns only about a show that the source no longer lists', async () => {
    const { unmount } = openEditor()
    await search()
    expect(screen.queryByText('The source no longer lists this show.')).toBeNull()
    unmount()
    isVanished = true
    openEditor()
    expect(await screen.findByText('The source no longer lists this show.')).toBeDefined()
  })

  test('warns that the picks stay open beside an early setlist, until they are closed', async () => {
    const { unmount } = openEditor()
    const notice = (await screen.findByText(/^Picks stay open/)).closest('[role="status"]')
    expect(notice?.querySelector('button')?.textContent).toBe('lock now')
    unmount()
    isOpen = false
    openEditor()
    await search()
    expect(screen.queryByText(/^Picks stay open/)).toBeNull()
  })

  test('counts no scores while picks are open', async () => {
    const count = () => screen.findByRole('button', { name: 'preview the scores' })
    const { unmount } = openEditor()
    expect(await count()).toHaveProperty('disabled', true)
    expect(screen.getByText('You can preview the scores once picks are closed.')).toBeDefined()
    unmount()
    isOpen = false
    openEditor()
    expect(await count()).toHaveProperty('disabled', false)
  })

  test('asks for the day at the venue when the show is edited', async () => {
    const { user } = openEditor()
    await user.click(await screen.findByRole('button', { name: 'edit the show' }))
    expect(await screen.findByLabelText('Day')).toHaveProperty('value', '2031-03-05')
    expect(screen.getByText('the day at the venue')).toBeDefined()
  })
})
