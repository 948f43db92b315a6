import { globSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { GENERATED, repository, sourceFiles } from './source-files.ts'

const ROOMS = ['docs', 'gateway', 'infra', 'languages', 'shared', 'tests', 'web', 'workers']
const FENCE = /^```.*\n([\s\S]*?)^```$/gm
/** A row of a flow: its number, its files, what they do. */
const ROW = /^ +\d* +((?:[\w./-]+\.tsx?(?:, )?)+) {2,}/

const isGenerated = (name: string) => GENERATED.has(path.basename(name))
const paths = new Set(
  globSync('**/*', { cwd: repository, exclude: isGenerated }).map((found) => found.replaceAll(path.sep, '/')),
)
const docs = sourceFiles('md')
const architecture = docs.find((doc) => doc.path === 'ARCHITECTURE.md')?.text ?? ''

function exists(named: string): boolean {
  const pattern = named.replace(/\/$/, '').replaceAll(/<[^>]+>|\{[^}]+\}|…/g, '*')
  if (paths.has(pattern)) return true
  return [...paths].some(
    (found) =>
      found.endsWith(`/${pattern}`) || (pattern.includes('*') && path.matchesGlob(found, `**/${pattern}`)),
  )
}

/** Words in backticks that name a file or a folder: they begin with a room, or end like code or a folder. */
function namedPaths(text: string): string[] {
  const words = [...text.replaceAll(FENCE, '').matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) =>
    code.split(/\s+/),
  )
  return words.filter(
    (word) =>
      /^[\w.*<{-][\w./*<>{}…-]*$/.test(word) &&
      (ROOMS.includes(word.split('/')[0] ?? '') || /(?:\.(?:tsx?|mjs)|^[a-z-]+\/)$/.test(word)),
  )
}

/** Files of the flows, which stand below the name of their folder. */
function flowFiles(text: string): string[] {
  return [...text.matchAll(FENCE)].flatMap(([, block = '']) => {
    let folder = ''
    return block.split('\n').flatMap((line) => {
      if (/^[\w/-]+\/$/.test(line)) folder = line
      const files = ROW.exec(line)?.[1]?.split(', ') ?? []
      return files.map((file) => folder + file)
    })
  })
}

function missingPaths(text: string): string[] {
  return [
    ...namedPaths(text).filter((named) => !exists(named)),
    ...flowFiles(text).filter((file) => !paths.has(file)),
  ]
}

/** Anchors of the headings, as GitHub makes them. */
function anchors(text: string): string[] {
  return [...text.replaceAll(FENCE, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
}

function brokenLinks(from: string, text: string): string[] {
  const links = [...text.replaceAll(FENCE, '').matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, to = '']) => to)
  return links.filter((link) => {
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? from : path.posix.join(path.posix.dirname(from), file)
    if (anchor === undefined) return !paths.has(target)
    return !anchors(docs.find((doc) => doc.path === target)?.text ?? '').includes(anchor)
  })
}

describe('docs', () => {
  test.each(docs)('names paths that exist in $path', ({ text }) => {
    expect(missingPaths(text)).toEqual([])
  })

  test.each(docs)('links what exists from $path', ({ path: from, text }) => {
    expect(brokenLinks(from, text)).toEqual([])
  })

  test('names each folder of the shared rooms', () => {
    const folders = globSync('{gateway,infra,shared}/*/', { cwd: repository, exclude: isGenerated })
    const found = folders.map((folder) => folder.replaceAll(path.sep, '/').replace(/\/$/, ''))
    expect(found.length).toBeGreaterThan(20)
    expect(found.filter((folder) => !architecture.includes(folder))).toEqual([])
  })

  test('names at most 25 files on the way of a scored show', () => {
    const [section = ''] = /^## How a show is scored\n[\s\S]*?(?=^## )/m.exec(architecture) ?? []
    const files = new Set(flowFiles(section))
    expect(files.size).toBeGreaterThan(10)
    expect(files.size).toBeLessThanOrEqual(25)
  })
})

test('finds paths that are wrong', () => {
  const text = `\`gateway/nowhere\`, \`no-such-file.ts\`, \`a-folder/\`, \`npm test\`, \`shared/game\`, \`*.int.test.ts\`

\`\`\`
web/src/lib/
   1  paths.ts                 exists
   2  no-such.ts, lazy-module.ts   one exists
\`\`\`
`
  expect(missingPaths(text)).toEqual([
    'gateway/nowhere',
    'no-such-file.ts',
    'a-folder/',
    'web/src/lib/no-such.ts',
  ])
})

test('finds links that are wrong', () => {
  const text = '[a](rules.md#searches), [b](rules.md#nothing), [c](nothing.md), [d](images), [e](#scope)'
  expect(brokenLinks('docs/security.md', text)).toEqual(['rules.md#nothing', 'nothing.md'])
})
