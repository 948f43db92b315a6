import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { DEMO_FAN, logIn } from './people.ts'

const REPOSITORY = resolve(import.meta.dirname, '../..')
const PICTURE = join(REPOSITORY, 'docs/images/live-show.webp')
const SHOW_SECONDS = 60
/** How long a frame stays; the last one longer. */
const FRAME_MS = 1_100
const LAST_FRAME_MS = 4_000

test.use({ viewport: { width: 375, height: 760 }, colorScheme: 'dark' })

test('pictures the live page of a fan during the demo show', async ({ page }) => {
  test.setTimeout(300_000)
  await logIn(page, DEMO_FAN)
  const played = promisify(execFile)(
    process.execPath,
    ['infra/launch/cli.mjs', 'demo-show', '--seconds', String(SHOW_SECONDS)],
    {
      cwd: REPOSITORY,
      env: { ...process.env, PORT: process.env.JOURNEY_PORT, DATA_DIR: process.env.JOURNEY_DATA_DIR },
    },
  )
  await page.getByRole('link', { name: /^live show/ }).click()
  await page.mouse.move(0, 0)
  const frames = await takeFrames(page)
  await played
  await sharp(frames, { join: { animated: true } })
    .webp({
      quality: 60,
      minSize: true,
      mixed: true,
      delay: frames.map((_, index) => (index === frames.length - 1 ? LAST_FRAME_MS : FRAME_MS)),
    })
    .toFile(PICTURE)
})

/** One of each song and set, until the show is final. */
async function takeFrames(page: Page): Promise<Buffer[]> {
  const frames: Buffer[] = []
  const state = page.getByRole('region', { name: 'show', exact: true })
  await page.getByRole('region', { name: 'your score' }).waitFor()
  const isFinal = async () => (await state.getByText('final', { exact: true }).count()) > 0
  for (let last = false; !last; ) {
    last = await isFinal()
    const frame = await page.screenshot({ animations: 'disabled' })
    if (!frames.at(-1)?.equals(frame)) frames.push(frame)
  }
  return frames
}
