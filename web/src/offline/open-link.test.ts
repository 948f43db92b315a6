import { describe, expect, test, vi } from 'vitest'
import { openLink } from './open-link.ts'

const URL_OF_LINK = 'https://called-it.example/shows/3'
const windowOn = (url: string, navigate = async (_url: string) => {}) => ({
  url,
  focus: vi.fn(async () => {}),
  navigate: vi.fn(navigate),
})

describe('link of a shown push', () => {
  test('focuses the window that shows it, and moves no other', async () => {
    const other = windowOn('https://called-it.example/')
    const showing = windowOn(URL_OF_LINK)
    const open = vi.fn()
    await openLink(URL_OF_LINK, [other, showing], open)
    expect(showing.focus).toHaveBeenCalledOnce()
    for (const unused of [showing.navigate, other.focus, other.navigate, open]) {
      expect(unused).not.toHaveBeenCalled()
    }
  })

  test('moves a window that shows something else', async () => {
    const other = windowOn('https://called-it.example/')
    await openLink(URL_OF_LINK, [other], vi.fn())
    expect(other.focus).toHaveBeenCalledOnce()
    expect(other.navigate).toHaveBeenCalledWith(URL_OF_LINK)
  })

  test.each([
    ['there is none', []],
    ['the worker does not control it', [windowOn('https://called-it.example/', () => Promise.reject())]],
  ])('opens a window when %s', async (_, windows) => {
    const open = vi.fn(async () => {})
    await openLink(URL_OF_LINK, windows, open)
    expect(open).toHaveBeenCalledExactlyOnceWith(URL_OF_LINK)
  })
})
