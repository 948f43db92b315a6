import { pickNextShow } from './builder.ts'
import { expect, test } from './console-watch.ts'
import { becomeNewFan } from './people.ts'

const HIDDEN_BAR = 'rgba(0, 0, 0, 0) rgba(0, 0, 0, 0)'

for (const width of [768, 1024, 1440]) {
  test(`keeps the song list beside the builder and above what follows at ${width} px`, async ({ page }) => {
    await becomeNewFan(page, 'Tablet Fan')
    await page.setViewportSize({ width, height: 900 })
    await pickNextShow(page)
    const songs = page.getByRole('region', { name: 'song list' })
    const below = page.getByRole('heading', { name: 'recent shows' })
    const rules = page.getByRole('heading', { name: 'how scoring works' })
    await page.getByRole('list', { name: 'Set 2' }).scrollIntoViewIfNeeded()
    await expect(songs).toBeInViewport()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await songs.hover()
    await expect(songs).not.toHaveCSS('scrollbar-color', HIDDEN_BAR)
    await page.mouse.move(0, 0)
    await expect(songs).toHaveCSS('transition-delay', '0.6s')
    await expect(songs).toHaveCSS('scrollbar-color', HIDDEN_BAR)
    const bottom = async () => {
      const box = await songs.boundingBox()
      return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN)
    }
    await below.scrollIntoViewIfNeeded()
    expect(await bottom()).toBeLessThan((await below.boundingBox())?.y ?? Number.NaN)
    const isBeside = width > 1100
    if (!isBeside) expect(await bottom()).toBeLessThan((await rules.boundingBox())?.y ?? Number.NaN)
  })
}
