import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROUTE_LINKS } from '@called-it/shared/contract/served-page'
import { z } from 'zod'

const DIST = resolve(import.meta.dirname, '../../web/dist')
const HOME = 'index.html'
const PAGE = /(-page|reports-redirect)\.tsx$|\/app\/dashboard(-system)?\.tsx$/

const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().default(''),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
  }),
)
const linksOfPages = z.array(z.tuple([z.string(), z.string()]))
const routeLinks = z.object({ pages: linksOfPages, beside: linksOfPages })
type Chunk = z.output<typeof manifest>[string]

/** The built client by its manifest. Files are named as the pages name them. */
export function readBuild() {
  const chunks = new Map(Object.entries(manifest.parse(JSON.parse(readBuilt('.vite/manifest.json')))))
  const links = routeLinks.parse(JSON.parse(readBuilt(ROUTE_LINKS)))

  /** Of the chunks that one imports statically, directly or not. */
  function importsOf(key: string): Set<string> {
    const found = new Set(chunks.get(key)?.imports)
    for (const each of found) for (const further of chunks.get(each)?.imports ?? []) found.add(further)
    return found
  }

  function filesOf(keys: readonly string[]): Set<string> {
    const all = keys.flatMap((key) => [key, ...importsOf(key)])
    return new Set(all.flatMap((key) => filesOfChunk(chunks.get(key))))
  }

  const laterKeys = (chunks.get(HOME)?.dynamicImports ?? []).filter((key) => !PAGE.test(key))
  const nameOf = (key: string) => chunks.get(key)?.name ?? ''
  return {
    firstView: filesOf([HOME]),
    /** The files of each further page beyond the first view, by path. */
    pages: new Map(links.pages.map(([path, html]) => [path, hrefsOf(html)])),
    /** Names of the chunks that the first view imports later, beside those of pages. */
    laterChunks: laterKeys.map(nameOf),
    filesOfLater: (names: readonly string[]) =>
      filesOf(laterKeys.filter((key) => names.includes(nameOf(key)))),
    /** Of a module that a page imports later, by its path in the client. */
    filesOfModule: (path: string) => filesOf([path]),
    chunksInCircles: [...chunks.keys()].filter((key) => importsOf(key).has(key)),
  }
}

const hrefsOf = (html: string) =>
  new Set(Array.from(html.matchAll(/href="([^"]+)"/g), ([, href = '']) => href))

function filesOfChunk(chunk: Chunk | undefined): string[] {
  return chunk ? [chunk.file, ...chunk.css].map((file) => `/${file}`) : []
}

/** How many, and their gzipped bytes. */
export function weigh(files: ReadonlySet<string>) {
  const [scripts, styles] = [/\.js$/, /\.css$/].map((kind) => [...files].filter((file) => kind.test(file)))
  const sizeOf = (some: readonly string[] = []) =>
    some.reduce((total, file) => total + gzipSync(readFileSync(join(DIST, file))).length, 0)
  return {
    scripts: scripts?.length ?? 0,
    styles: styles?.length ?? 0,
    js: sizeOf(scripts),
    css: sizeOf(styles),
  }
}

function readBuilt(file: string): string {
  return readFileSync(join(DIST, file), 'utf8')
}
