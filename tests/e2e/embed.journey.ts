import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, type Page, test } from '@playwright/test'
import { embeddingPortOf } from './journey-system.ts'

/** @param port 0: any free one, which no setting names */
async function frameBoard(page: Page, board: string, port: number): Promise<void> {
  const html = `<!doctype html><title>band</title><iframe src="${board}"></iframe>`
  const site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(html)
  })
  await once(site.listen(port, '127.0.0.1'), 'listening')
  try {
    const address = site.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const loaded = page.waitForResponse(board)
    await page.goto(`http://127.0.0.1:${address.port}/`)
    await loaded
  } finally {
    site.close()
  }
}

test('shows the board in frames of sites that the setting names only', async ({ page, baseURL }) => {
  const board = `${baseURL}/embed/board`
  const heading = page.frameLocator('iframe').getByRole('heading', { level: 1 })
  await frameBoard(page, board, embeddingPortOf(process.env.JOURNEY_PORT ?? ''))
  await expect(heading).toHaveText(/all shows$/)
  await frameBoard(page, board, 0)
  await expect(heading).toHaveCount(0)
})
