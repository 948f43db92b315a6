import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'

const DIST = resolve(import.meta.dirname, '../../web/dist')
const ENTRY = 'index.html'

/** Gzipped bytes. */
export type Weight = { js: number; css: number }

export const MAX_FIRST_VIEW: Weight = { js: 170_000, css: 25_000 }
/** Added by any other page. */
export const MAX_FURTHER_JS = 60_000

const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
  }),
)
type Manifest = z.output<typeof manifest>

/** Weighs the built client: the first view of home, and what each page adds, by the name of its chunk. */
export function weighBuild(): { firstView: Weight; pages: ReadonlyMap<string, Weight> } {
  const chunks = manifest.parse(JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')))
  const first = filesOf(chunks, ENTRY)
  const pages = Object.keys(chunks).filter((name) => /-page\.tsx$/.test(name))
  return {
    firstView: weigh(first),
    pages: new Map(
      pages.map((name) => [name, weigh(filesOf(chunks, name).filter((file) => !first.includes(file)))]),
    ),
  }
}

/** A chunk and its static imports. */
function filesOf(chunks: Manifest, name: string): string[] {
  const files = new Set<string>()
  const visited = new Set<string>()
  const visit = (next: string) => {
    const chunk = chunks[next]
    if (!chunk || visited.has(next)) return
    visited.add(next)
    for (const file of [chunk.file, ...chunk.css]) files.add(file)
    chunk.imports.forEach(visit)
  }
  visit(name)
  return [...files]
}

function weigh(files: readonly string[]): Weight {
  const sum = (suffix: string) =>
    files
      .filter((file) => file.endsWith(suffix))
      .reduce((total, file) => total + gzipSync(readFileSync(join(DIST, file))).length, 0)
  return { js: sum('.js'), css: sum('.css') }
}
