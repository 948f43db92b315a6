import { english } from '@called-it/languages/texts'
import { shareEndpoints } from '@called-it/shared/contract/shares'
import { PRODUCT } from '@called-it/shared/contract/site'
import { shareText } from '@called-it/shared/words/share-text'
import { type FakeRoute, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { sharedCard, sharedResult } from '@called-it/tests/support/web/share-factories'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ShareButton } from '../share.tsx'

const TOKEN = 't'.repeat(22)
const { show } = sharedCard()
const TEXT = shareText(PRODUCT, show, sharedResult(), english)
const LINK = `${location.origin}/s/${TOKEN}`
const { getShare, shareCard, revokeShare } = shareEndpoints
const DELETED = 'DELETE /api/users/current/shows/5/share'

async function openDialog({
  isNew = true,
  name = 'Mo',
  routes = [],
}: {
  isNew?: boolean
  name?: string
  routes?: FakeRoute[]
} = {}) {
  const requests = fakeApi(
    ...routes,
    fake(getShare, { ok: sharedCard({ name, result: sharedResult() }) }),
    fake(shareCard, { ok: { token: TOKEN, is_new: isNew } }),
    fake(revokeShare, { ok: { token: null } }),
  )
  const image = new Response(new Blob(['png']), { status: 200 })
  const api = globalThis.fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
    input.startsWith('/preview/') ? image.clone() : api(input, init),
  )
  const page = renderPage(<ShareButton showId={5} />)
  await page.user.click(screen.getByRole('button', { name: 'share' }))
  await screen.findByRole('dialog', { name: 'share your picks' })
  return { requests, ...page }
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
  Reflect.deleteProperty(navigator, 'canShare')
})

const press = async (user: { click: (element: Element) => Promise<void> }, name: string) =>
  user.click(await screen.findByRole('button', { name }))

describe('dialog to share a card', () => {
  test('says how long to wait when there were too many links', async () => {
    const limited = fake(shareCard, { error: 'too_many_requests', retryAfter: 120 })
    await openDialog({ routes: [limited] })
    expect(await screen.findByText('Too many tries. Please try again in 2 minutes.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'try again' })).toBeDefined()
  })

  test('has made the link when it opens, and says what it shows', async () => {
    await openDialog()
    const image = await screen.findByRole('img', { name: 'the card as others see it' })
    expect(image.getAttribute('src')).toMatch(new RegExp(`^/preview/share/${TOKEN}/0a1b-(dark|light)\\.png$`))
    expect(screen.getByText(/🟨⬛/).textContent).toContain(LINK)
    expect(screen.getByText('Anyone with the link sees your name, score and tiles.')).toBeDefined()
  })

  test.each([
    [true, false, true],
    [true, true, false],
    [false, false, false],
  ])('deletes only an unused link: new %s, copied %s, deleted %s', async (isNew, copies, isDeleted) => {
    const { user, requests } = await openDialog({ isNew })
    await screen.findByRole('img')
    if (copies) await press(user, 'copy link')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(requests.includes(DELETED)).toBe(isDeleted))
  })

  test.each([true, false])('opens the sheet of the device, with the image: %s', async (takesFiles) => {
    const share = vi.fn(async (_data: ShareData) => {})
    Object.assign(navigator, { share, canShare: () => takesFiles })
    const { user } = await openDialog()
    await press(user, 'share')
    expect(share.mock.calls[0]?.[0]).toMatchObject({ text: TEXT, url: LINK })
    expect(share.mock.calls[0]?.[0].files?.length ?? 0).toBe(takesFiles ? 1 : 0)
  })

  test('copies link and text where the device has no sheet', async () => {
    const { user } = await openDialog()
    await press(user, 'copy link')
    expect(await navigator.clipboard.readText()).toBe(LINK)
    await press(user, 'copy text')
    expect(await navigator.clipboard.readText()).toBe(`${TEXT}\n${LINK}`)
  })

  test.each([
    ['Mo 山田', false],
    ['Mo สมชาย', true],
  ])('says whether the image cannot show the name: %s, %s', async (name, isSaid) => {
    await openDialog({ name })
    await screen.findByRole('img', { name: 'the card as others see it' })
    expect(screen.queryByText(/^The image cannot show all letters/) !== null).toBe(isSaid)
  })

  test('deletes the link', async () => {
    const { user, requests } = await openDialog({ isNew: false })
    await press(user, 'delete the link')
    expect(await screen.findByText('link deleted')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requests.filter((request) => request === DELETED)).toHaveLength(1)
  })

  test('keeps the link when it could not be deleted', async () => {
    const limited = fake(revokeShare, { error: 'too_many_requests', retryAfter: 120 })
    const { user } = await openDialog({ isNew: false, routes: [limited] })
    await press(user, 'delete the link')
    expect(await screen.findByText('The link is still there')).toBeDefined()
    expect(screen.getByText('Too many tries. Please try again in 2 minutes.')).toBeDefined()
  })
})
