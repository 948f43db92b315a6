import { shareEndpoints } from '@called-it/shared/contract/shares'
import { type FakeRoute, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { sharedCard, sharedResult } from '@called-it/tests/support/web/share-factories'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ShareButton } from '../share.tsx'

const TOKEN = 't'.repeat(22)
const LINK = `${location.origin}/s/${TOKEN}`
const { getOwnShare, getShare, shareCard, revokeShare } = shareEndpoints

async function openDialog(
  token: string | null = TOKEN,
  { name = 'Mo', routes = [] }: { name?: string; routes?: FakeRoute[] } = {},
) {
  const requests = fakeApi(
    ...routes,
    fake(getOwnShare, { ok: { token } }),
    fake(getShare, { ok: sharedCard({ name, result: sharedResult(), text: '63 points\n⭐🎯🔥' }) }),
    fake(shareCard, { ok: { token: TOKEN } }),
    fake(revokeShare, { ok: { token: null } }),
  )
  const image = new Response(new Blob(['png']), { status: 200 })
  const api = globalThis.fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
    input.startsWith('/preview/') ? image.clone() : api(input, init),
  )
  const page = renderPage(<ShareButton showId={5} />)
  await page.user.click(screen.getByRole('button', { name: 'share' }))
  await screen.findByRole('dialog', { name: 'share your card' })
  return { requests, ...page }
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
  Reflect.deleteProperty(navigator, 'canShare')
})

const press = async (user: { click: (element: Element) => Promise<void> }, name: string) =>
  user.click(await screen.findByRole('button', { name }))

describe('dialog to share a card', () => {
  test.each([
    ['create the link', null, 'That could not be shared'],
    ['stop sharing', TOKEN, 'The card is still shared'],
  ])('says how long to wait when %s was refused', async (name, token, title) => {
    const limited = { error: 'too_many_requests', retryAfter: 120 } as const
    const { user } = await openDialog(token, {
      routes: [fake(shareCard, limited), fake(revokeShare, limited)],
    })
    await press(user, name)
    expect(await screen.findByText(title)).toBeDefined()
    expect(screen.getByText('Too many tries. Please try again in 2 minutes.')).toBeDefined()
  })

  test('says who sees the card before it makes the link', async () => {
    const { user, requests } = await openDialog(null)
    expect(screen.getByText(/^Everybody with the link sees this card/)).toBeDefined()
    expect(requests).toEqual(['GET /api/users/current/shows/5/share'])
    await press(user, 'create the link')
    const image = await screen.findByRole('img', { name: 'the card as others see it' })
    expect(image.getAttribute('src')).toMatch(new RegExp(`^/preview/share/${TOKEN}/0a1b-(dark|light)\\.png$`))
    expect(screen.getByText(/⭐🎯🔥/).textContent).toContain(LINK)
  })

  test.each([true, false])('opens the sheet of the device, with the image: %s', async (takesFiles) => {
    const share = vi.fn(async (_data: ShareData) => {})
    Object.assign(navigator, { share, canShare: () => takesFiles })
    const { user } = await openDialog()
    await press(user, 'share')
    expect(share.mock.calls[0]?.[0]).toMatchObject({ text: '63 points\n⭐🎯🔥', url: LINK })
    expect(share.mock.calls[0]?.[0].files?.length ?? 0).toBe(takesFiles ? 1 : 0)
  })

  test('copies link and text where the device has no sheet', async () => {
    const { user } = await openDialog()
    await press(user, 'copy link')
    expect(await navigator.clipboard.readText()).toBe(LINK)
    await press(user, 'copy text')
    expect(await navigator.clipboard.readText()).toBe(`63 points\n⭐🎯🔥\n${LINK}`)
  })

  test.each([
    ['Mo 山田', false],
    ['Mo สมชาย', true],
  ])('says whether the image cannot show the name: %s, %s', async (name, isSaid) => {
    await openDialog(TOKEN, { name })
    await screen.findByRole('img', { name: 'the card as others see it' })
    expect(screen.queryByText(/^The image cannot show all letters/) !== null).toBe(isSaid)
  })

  test('stops sharing', async () => {
    const { user, requests } = await openDialog()
    await press(user, 'stop sharing')
    expect(await screen.findByRole('button', { name: 'create the link' })).toBeDefined()
    expect(requests).toContain('DELETE /api/users/current/shows/5/share')
  })
})
