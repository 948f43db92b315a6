import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { z } from 'zod'

const manifest = z.object({
  id: z.string(),
  display: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.string() })),
})

// Headless Chromium has no dialog of installation and opens no app, so that neither is tested: it says what it would
// refuse. It refuses everything in a context without a profile, as the other journeys have it.
const installable = test.extend<{ page: Page }>({
  page: async ({ playwright, launchOptions }, use) => {
    const profile = await mkdtemp(path.join(tmpdir(), 'called-it-profile-'))
    const context = await playwright.chromium.launchPersistentContext(profile, {
      ...launchOptions,
      serviceWorkers: 'allow',
    })
    await use(await context.newPage())
    await context.close()
    await rm(profile, { recursive: true })
  },
})

installable('has manifest, icons and service worker of an installable app', async ({ page, baseURL }) => {
  await page.goto('/')
  const devTools = await page.context().newCDPSession(page)

  await test.step('reads the manifest without an error', async () => {
    const { url, errors, data } = await devTools.send('Page.getAppManifest')
    expect(url).toBe(`${baseURL}/manifest.webmanifest`)
    expect(errors).toEqual([])
    const { id, display, icons } = manifest.parse(JSON.parse(data ?? ''))
    expect([id, display]).toEqual(['/', 'standalone'])
    for (const { src, sizes } of icons) {
      const size = await page.evaluate(async (address) => {
        const image = new Image()
        image.src = address
        await image.decode()
        return `${image.naturalWidth}x${image.naturalHeight}`
      }, src)
      expect(size).toBe(sizes)
    }
  })

  await test.step('has an active service worker', async () => {
    const state = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
    expect(['activating', 'activated']).toContain(state)
  })

  await test.step('finds nothing that forbids the installation', async () => {
    const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])
  })

  await test.step('finds the icon for iOS and the feed for readers', async () => {
    const icon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
    expect((await page.request.get(icon ?? '')).headers()['content-type']).toBe('image/png')
    const feed = page.locator('link[rel=alternate][type="application/atom+xml"]')
    expect((await page.request.get((await feed.getAttribute('href')) ?? '')).status()).toBe(200)
  })
})
