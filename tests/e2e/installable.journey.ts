import { expect, test } from '@playwright/test'
import { z } from 'zod'

// The app opens offline by its service worker.
test.use({ serviceWorkers: 'allow' })

const manifest = z.object({
  id: z.string(),
  display: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.string() })),
})

// Headless Chromium never fires `beforeinstallprompt` and has no dialog of installation, so that neither is tested. It
// says what it would refuse.
test('is installable: manifest, icons of their sizes and service worker', async ({ page, baseURL }) => {
  await page.goto('/')
  const devTools = await page.context().newCDPSession(page)

  await test.step('Chromium reads the manifest without an error', async () => {
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

  await test.step('the service worker is active', async () => {
    const state = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
    expect(['activating', 'activated']).toContain(state)
  })

  await test.step('Chromium finds nothing that forbids the installation', async () => {
    const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])
  })

  await test.step('iOS finds its icon, and readers find the feed', async () => {
    const icon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
    expect((await page.request.get(icon ?? '')).headers()['content-type']).toBe('image/png')
    const feed = page.locator('link[rel=alternate][type="application/atom+xml"]')
    expect((await page.request.get((await feed.getAttribute('href')) ?? '')).status()).toBe(200)
  })
})
