import { JOB_BOARD_PATH } from '@called-it/shared/contract/served-page'
import { test as base, type Page } from '@playwright/test'

/** Chromium logs these responses, which journeys ask for: 415 for a file that is no image, say. */
const EXPECTED = /Failed to load resource: the server responded with a status of (403|409|415|422)/
/** Used, expired and unknown links get 400. */
const DEAD_LINK = /Failed to load resource: the server responded with a status of 400/
const MAILED_LINKS = /\/(verify-email|reset-password|link)\//
/** The card is not shared, or the link in a mail is of a deleted profile. */
const UNKNOWN = /Failed to load resource: the server responded with a status of (404|410)/
const TOKEN_PAGES = /\/(?:s\/[\w-]{22}|unsubscribe\/[\w-]{22}\/[a-z-]+)$/
/** Pages that do not exist; that of the setup not for long. */
const UNKNOWN_PAGES = /\/(?:nowhere|setup|(?:shows|songs|players)\/0(?:\/proof)?)$/
/** bull-board preloads files that some of its pages do not use. */
const UNUSED_PRELOAD = /was preloaded using link preload but not used/
/** Logged for each request while offline, for the last ones even after the connection is back. */
const OFFLINE = /net::ERR_INTERNET_DISCONNECTED/
/** A login restarts the socket, even one that is still connecting. */
const RESTARTED = /WebSocket is closed before the connection is established/
const BLOCKED_WORKER = 'Service Worker registration blocked by Playwright'

function isExpected(text: string, address: string): boolean {
  if (text === BLOCKED_WORKER) return true
  if (UNUSED_PRELOAD.test(text) && new URL(address).pathname.startsWith(JOB_BOARD_PATH)) return true
  if (UNKNOWN.test(text) && (TOKEN_PAGES.test(address) || UNKNOWN_PAGES.test(address))) return true
  return EXPECTED.test(text) || RESTARTED.test(text) || (DEAD_LINK.test(text) && MAILED_LINKS.test(address))
}

/** Chromium logs it at the address of the request. */
type Refusal = { status: number; path: string }

type Fixtures = {
  /** The journey asks for this response, so that its line in the console is expected. */
  expectRefusal: (refusal: Refusal) => void
  /** The journey fails when this page logs a warning or an error, or throws. */
  watchConsole: (page: Page) => void
  /** Disconnects the page's browser, and ignores what Chromium logs about that. */
  goOffline: (page: Page) => Promise<void>
}

export const test = base.extend<Fixtures & { offlinePages: Set<Page>; refusals: Refusal[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from this pattern
  refusals: async ({}, use) => use([]),
  expectRefusal: async ({ refusals }, use) => use((refusal) => void refusals.push(refusal)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from this pattern
  offlinePages: async ({}, use) => use(new Set()),
  goOffline: async ({ offlinePages }, use) => {
    await use(async (page) => {
      offlinePages.add(page)
      await page.context().setOffline(true)
    })
  },
  watchConsole: async ({ offlinePages, refusals }, use) => {
    const unexpected: string[] = []
    const isRefusal = (text: string, address: string) =>
      refusals.some(({ status, path }) => text.includes(` ${status} (`) && address.endsWith(path))
    await use((page) => {
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        const isOffline = offlinePages.has(page) && OFFLINE.test(message.text())
        if (isRefusal(message.text(), message.location().url)) return
        if (isOffline || isExpected(message.text(), page.url())) return
        unexpected.push(`${page.url()}: ${message.text()}`)
      })
      page.on('pageerror', (error) => unexpected.push(`${page.url()}: ${error.message}`))
    })
    base.expect(unexpected).toEqual([])
  },
})

export const { expect } = base
