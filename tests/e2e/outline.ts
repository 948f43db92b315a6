import { expect, type Locator, type Page } from '@playwright/test'

type Names = readonly (string | RegExp)[]

/** What a screen shows from top to bottom, or the dialog that is open. Neighbours of one pattern count once. */
export type Outline = {
  /** The texts of the uppermost line. */
  first: string | RegExp
  /** Headings, tables and landmarks. */
  blocks: Names
  /** With links that look like the primary button. */
  buttons: Names
  /** What is deliberately not in the order of the document. */
  elsewhere?: Names
  /** In px, where the first row of its table begins at the latest. */
  tableAbove?: number
}

type Entry = { name: string; top: number; bottom: number }

/** Runs in the page: accessible names, and where each is. */
function readEntries(elements: readonly Element[]): Entry[] {
  return elements.flatMap((element) => {
    const { top, bottom, width } = element.getBoundingClientRect()
    const label = document.getElementById(element.getAttribute('aria-labelledby') ?? '')
    const caption = element instanceof HTMLTableElement ? element.caption : null
    const text = label ?? caption ?? element
    const words = text instanceof HTMLElement ? text.innerText : ''
    const name = element.getAttribute('aria-label') || words || element.closest('label')?.title || ''
    return width > 0 ? [{ name: name.replaceAll(/\s+/g, ' ').trim(), top, bottom }] : []
  })
}

/** Runs in the page. */
function readFirstLine(root: Element): string {
  const found: { text: string; box: DOMRect }[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const range = new Range()
    range.selectNodeContents(node)
    const [box] = range.getClientRects()
    const parent = node.parentElement
    const isSeen = parent?.checkVisibility({ visibilityProperty: true }) && parent.offsetWidth > 1
    const text = node.textContent?.trim()
    if (box && isSeen && text) found.push({ text, box })
  }
  found.sort((one, other) => one.box.top - other.box.top)
  const end = found[0]?.box.bottom ?? 0
  return found
    .filter(({ box }) => box.top + box.height / 2 < end)
    .sort((one, other) => one.box.left - other.box.left)
    .map(({ text }) => text)
    .join(' ')
}

const isNamed = (name: string) => (known: string | RegExp) => known instanceof RegExp && known.test(name)

/** Each name as the outline has it, so that a comparison shows what is missing, new or elsewhere. */
function inWordsOf(expected: Names, names: readonly string[]): string[] {
  const words = names.map((name) =>
    expected.includes(name) ? name : String(expected.find(isNamed(name)) ?? name),
  )
  return words.filter((each, index) => each !== words[index - 1])
}

/** Entries that are wholly above the one that they follow in the document. */
const elsewhere = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ name, bottom }, index) => {
    const before = entries[index - 1]
    return before && bottom <= before.top ? [`${name} is above ${before.name}`] : []
  })

function rootOf(page: Page): Promise<Locator> {
  const dialogs = page.locator('[role="dialog"], [role="alertdialog"], [popover]:popover-open')
  return dialogs.count().then((count) => (count > 0 ? dialogs.last() : page.getByRole('main')))
}

/** @param isOneColumn what comes later in the document is then lower, too */
export async function expectOutline(page: Page, name: string, outline: Outline, isOneColumn: boolean) {
  const root = await rootOf(page)
  const named = (role: 'region' | 'navigation' | 'table' | 'search') => root.getByRole(role, { name: /./ })
  const blocks = await root
    .getByRole('heading')
    .or(named('region'))
    .or(named('navigation'))
    .or(named('table'))
    .or(named('search'))
    .evaluateAll(readEntries)
  const buttons = await root.getByRole('button').or(root.locator('a[data-primary]')).evaluateAll(readEntries)
  const first = await root.evaluate(readFirstLine)
  const namesOf = (entries: readonly Entry[]) => entries.map((entry) => entry.name)
  const found = {
    first: inWordsOf([outline.first], [first]),
    blocks: inWordsOf(outline.blocks, namesOf(blocks)),
    buttons: inWordsOf(outline.buttons, namesOf(buttons)),
    elsewhere: inWordsOf(outline.elsewhere ?? [], isOneColumn ? elsewhere(blocks) : []),
  }
  expect.soft(found, `outline of ${name}`).toEqual({
    first: [String(outline.first)],
    blocks: outline.blocks.map(String),
    buttons: outline.buttons.map(String),
    elsewhere: (outline.elsewhere ?? []).map(String),
  })
  if (!outline.tableAbove) return
  const row = await root.getByRole('row').nth(1).boundingBox()
  expect.soft(row?.y, `first row of ${name}`).toBeLessThanOrEqual(outline.tableAbove)
}
