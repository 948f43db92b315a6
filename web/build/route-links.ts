import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ROUTE_LINKS } from '@called-it/shared/contract/served-page'
import type { Manifest, Plugin } from 'vite'
import { patterns } from '../src/lib/paths.ts'
import { afterBuild } from './after-build.ts'

const ROUTER = 'src/app/router.tsx'
const LAZY_PAGE = /(\w+): lazyExport\(\(\) => import\('([^']+)'\)\)/g

// As in the router.
const BESIDE = [
  ['home', '../features/home/phase/phase-card.tsx'],
  ['leaderboard', '../features/leagues/board-parts.ts'],
]

/** Writes the links to what each page needs beyond the first view, by its pattern, for the gateway to send in its head. */
export function linkRoutes(): Plugin {
  return afterBuild('route-links', async ({ root, build: { outDir } }) => {
    const dist = path.resolve(root, outDir)
    const manifest: Manifest = JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8'))
    const router = await readFile(path.resolve(root, ROUTER), 'utf8')
    const first = filesOf(manifest, 'index.html')
    const paths: Readonly<Record<string, string>> = patterns
    const modules = Array.from(router.matchAll(LAZY_PAGE), ([, name = '', module = '']) => [name, module])
    const linksOf = (pages: Iterable<string[]>) =>
      Array.from(pages, ([name = '', module = '']) => {
        const files = [...filesOf(manifest, path.posix.join(path.posix.dirname(ROUTER), module))]
        const further = files.filter((file) => !first.has(file))
        return [paths[name], further.map(linkTo).join('\n    ')]
      })
    const links = { pages: linksOf(modules), beside: linksOf(BESIDE) }
    await writeFile(path.join(dist, ROUTE_LINKS), JSON.stringify(links))
  })
}

function linkTo(file: string): string {
  return `<link rel="${file.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" crossorigin href="/${file}" />`
}

/** A chunk and its static imports; the styles of an import come before those of what imports it. */
function filesOf(manifest: Manifest, name: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`the build has no chunk ${name}`)
  if (files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, files)
  for (const style of chunk.css ?? []) files.add(style)
  return files
}
