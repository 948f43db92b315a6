import { chanceEndpoints } from '@called-it/shared/contract/chances'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { songEndpoints } from '@called-it/shared/contract/songs'
import { openShow, site, visitor } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { onScreen } from '@called-it/tests/support/web/screen'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { findKeptSong } from '../../../lib/account/kept-song.ts'
import { clearUserData } from '../../../lib/account/user-storage.ts'
import { useDraftStore } from './draft-store.ts'
import { VisitorSheet } from './visitor-sheet.tsx'

const show = openShow(7, '2126-11-20', { venue: 'Oystershell Pier' })
const songs = ['Bring the Ladder', 'Ferry Weather'].map((name, index) => ({
  ...{ id: index + 1, name, slug: name, times_played: 9 - index, gap: 3, last_played: null },
}))

beforeEach(() => {
  localStorage.clear()
  clearUserData()
  onScreen({ width: 375 })
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
})

function open() {
  fakeApi(
    visitor,
    fake(siteEndpoints.getSite, { ok: site }),
    fake(songEndpoints.listSongs, { ok: { songs } }),
    fake(showEndpoints.getShow, { ok: show }),
    fake(chanceEndpoints.getChances, { ok: { chances: null } }),
  )
  return renderPage(<VisitorSheet show={show} open onOpenChange={() => undefined} />, { at: '/shows/7' })
}

test('keeps the first song that is tapped in the chosen slot, and saves nothing', async () => {
  const { user, address } = open()
  await user.click(await screen.findByRole('tab', { name: /^Encore/ }))
  await user.click(await screen.findByRole('button', { name: 'add Ferry Weather' }))
  expect(address()).toBe('/register')
  expect(findKeptSong()).toMatchObject({
    showId: 7,
    songId: 2,
    songName: 'Ferry Weather',
    set: 'encore',
    slot: 1,
  })
  expect(useDraftStore.getState().drafts).toEqual({})
})

test('keeps a song for the set of its button', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: /^Bring the Ladder/ }))
  await user.click(await screen.findByRole('button', { name: 'S2 (0/8)' }))
  expect(findKeptSong()).toMatchObject({ songId: 1, set: 'set2', slot: 1 })
})

test('asks for an account, with one primary action', async () => {
  open()
  expect((await screen.findByText('tap a song and we keep it.')).parentElement?.textContent).toBe(
    'tap a song and we keep it. picking needs a free account.',
  )
  expect(screen.getByRole('link', { name: 'sign up' }).getAttribute('href')).toBe('/register')
  expect(screen.getByRole('link', { name: 'log in' }).getAttribute('href')).toBe('/login')
  expect(document.querySelectorAll('[data-primary]')).toHaveLength(1)
})
