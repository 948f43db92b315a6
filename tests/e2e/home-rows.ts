import { expect, type Page } from '@playwright/test'

/** Of home in one phase. */
export type HomeRows = {
  /** The accessible name of its card, which is the first row. */
  phase: string
  /** The texts of its buttons. */
  buttons: readonly (string | RegExp)[]
  /** Headings of what follows the card, before the parts that home has in each phase. */
  below?: readonly string[]
  /** Its card says that there is none. */
  hasShow?: boolean
}

/** The other screens are looked at all the same. */
const softly = expect.configure({ soft: true, timeout: 10_000 })

const UPCOMING = 'tour'
const BUILDER = 'Build a Setlist'
const WELCOME = 'pick the setlist'
const REST = ['how scoring works', 'scored setlists', 'recent shows']
const SONGS = 'songs'

/** From top to bottom, with what is beside each other in one row; on wide screens until the columns begin. */
const rowsOfFan = (width: number): string[][] => {
  const league = ['The Back Row']
  if (width < 768) return [league, [UPCOMING], [BUILDER], ...REST.map((row) => [row]), [WELCOME]]
  if (width <= 1100) return [league, [WELCOME, UPCOMING], [BUILDER, SONGS]]
  return [league, [WELCOME, BUILDER, SONGS]]
}

const rowsOfVisitor = (width: number): string[][] => {
  const practice = 'try it on the last show'
  if (width > 1100) return rowsOfFan(width).slice(1)
  if (width >= 768) return rowsOfFan(width).slice(1).toSpliced(1, 0, [practice])
  const rest = REST.filter((row) => row !== 'scored setlists')
  return [WELCOME, practice, UPCOMING, BUILDER, ...rest, 'play along'].map((row) => [row])
}

/** Reads the blocks of the page as they stand on the screen. */
const readRows = (page: Page): Promise<string[][]> =>
  page.getByRole('main').evaluate((main) => {
    const blocks = 'section, aside, a[href^="/leagues/"], a[href$="/practice"]'
    const found = Array.from(main.querySelectorAll(blocks))
      .filter((block) => block.parentElement?.closest(blocks) === null && block.clientWidth > 0)
      .map((block) => {
        const name = block.getAttribute('aria-label') ?? block.querySelector('h1, h2, h3, b')?.textContent
        const { top, left } = block.getBoundingClientRect()
        return { name: name ?? '', top: Math.round(top), left }
      })
    const tops = Array.from(new Set(found.map(({ top }) => top))).toSorted((one, other) => one - other)
    return tops.map((top) =>
      found
        .filter((block) => block.top === top)
        .toSorted((one, other) => one.left - other.left)
        .map(({ name }) => name),
    )
  })

async function expectPageRows(page: Page, expected: readonly (readonly string[])[]): Promise<void> {
  const isWhole = (page.viewportSize()?.width ?? 0) < 768
  const matching = expected.map((row) => row.map((name) => expect.stringContaining(name)))
  await softly
    .poll(async () => (await readRows(page)).slice(0, isWhole ? undefined : expected.length))
    .toEqual(matching)
}

export async function expectRows(
  page: Page,
  { phase, buttons, below = [], hasShow = true }: HomeRows,
): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  const rest = rowsOfFan(width).map((row) => row.filter((name) => hasShow || name !== UPCOMING))
  const rows = [[phase], ...below.map((row) => [row]), ...rest]
  await expectPageRows(
    page,
    rows.filter((row) => row.length > 0),
  )
  const actions = page.getByRole('region', { name: phase, exact: true }).getByRole('button')
  const links = page.getByRole('region', { name: phase, exact: true }).getByRole('link')
  await softly(actions.or(links)).toHaveText([...buttons])
}

export async function expectWelcome(page: Page): Promise<void> {
  await expectPageRows(page, rowsOfVisitor(page.viewportSize()?.width ?? 0))
  const main = page.getByRole('main')
  await softly(main.getByRole('link').first()).toHaveText('pick setlist')
}
