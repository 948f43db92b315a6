import { pickNextShow } from './builder.ts'
import { expect, test } from './console-watch.ts'
import { becomeNewFan } from './new-fan.ts'

// The song list stays in reach beside a long builder, and ends where its row ends.
for (const width of [768, 1024, 1440]) {
  test(`at ${width} px the song list stays in sight beside the builder and covers nothing below it`, async ({
    page,
  }) => {
    await becomeNewFan(page, 'Tablet Fan')
    await page.setViewportSize({ width, height: 900 })
    await pickNextShow(page)
    const songs = page.getByRole('region', { name: 'song list' })
    const below = page.getByRole('heading', { name: 'recent shows' })
    const rules = page.getByRole('heading', { name: 'how scoring works' })
    await page.getByRole('list', { name: 'Set 2' }).scrollIntoViewIfNeeded()
    await expect(songs).toBeInViewport()
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
