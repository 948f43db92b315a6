import { JOB_BOARD_PATH } from '@called-it/shared/contract/served-page'
import { test as base, type Page } from '@playwright/test'

/** The browser's own line for an answer that the page expects, such as 401 for a visitor, or 415 for a file that is no picture. */
const EXPECTED = /Failed to load resource: the server responded with a status of (401|403|404|409|415|422)/
/** What a link from a mail is answered with once it is used, expired or made up. */
const DEAD_LINK = /Failed to load resource: the server responded with a status of 400/
const LINKS_FROM_MAILS = /\/(verify-email|reset-password)\//

/** bull-board has files fetched ahead that it then does not need on every page; the browser warns of each. */
const UNUSED_PRELOAD = /was preloaded using link preload but not used/

/** What a browser that is cut off says of every request; of the last ones it may do so when the connection is back. */
const CUT_OFF = /net::ERR_INTERNET_DISCONNECTED/

const NO_WORKER = 'Service Worker registration blocked by Playwright'

function isExpected(text: string, address: string): boolean {
  if (text === NO_WORKER) return true
  if (UNUSED_PRELOAD.test(text) && new URL(address).pathname.startsWith(JOB_BOARD_PATH)) return true
  return EXPECTED.test(text) || (DEAD_LINK.test(text) && LINKS_FROM_MAILS.test(address))
}

type Fixtures = {
  /** Makes a journey fail when a page complains in its console or throws. */
  watchConsole: (page: Page) => void
  /** Cuts the browser of a page off. What that says of it from then on is no complaint of the page. */
  goOffline: (page: Page) => Promise<void>
}

/** A journey that fails on what a visitor would find in the console. */
export const test = base.extend<Fixtures & { cutOff: Set<Page> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off this pattern
  cutOff: async ({}, use) => use(new Set()),
  goOffline: async ({ cutOff }, use) => {
    await use(async (page) => {
      cutOff.add(page)
      await page.context().setOffline(true)
    })
  },
  watchConsole: async ({ cutOff }, use) => {
    const complaints: string[] = []
    await use((page) => {
      page.on('console', (message) => {
        const isComplaint = message.type() === 'error' || message.type() === 'warning'
        const isOfCutOff = cutOff.has(page) && CUT_OFF.test(message.text())
        if (isComplaint && !isOfCutOff && !isExpected(message.text(), page.url()))
          complaints.push(`${page.url()}: ${message.text()}`)
      })
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
    })
    base.expect(complaints).toEqual([])
  },
})

export const { expect } = base
