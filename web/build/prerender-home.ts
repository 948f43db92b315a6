import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { PAGE_MARKS } from '@called-it/shared/contract/served-page'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { afterBuild } from './after-build.ts'

const ENTRY = 'src/prerender/home.tsx'
const FONTS = /^(?:bricolage-grotesque|geist)-latin-wght-normal.*\.woff2$/
const END_OF_HEAD = '</head>'
const EMPTY_ROOT = '<div id="root"></div>'

/**
 * Writes home.html beside index.html: the same page with home's first view and all styles inlined, so that it is
 * painted before any other file has arrived. The gateway serves it at `/`.
 */
export function prerenderHome(): Plugin {
  return afterBuild('prerender-home', async ({ root, build: { outDir } }) => {
    const dist = path.resolve(root, outDir)
    const page = await readFile(path.join(dist, 'index.html'), 'utf8')
    if (!page.includes(EMPTY_ROOT)) throw new Error(`index.html has no ${EMPTY_ROOT}`)
    const home = await renderHome(root)
    const prerendered = page.replace(EMPTY_ROOT, () => `<div id="root">${home}</div>`)
    const withFonts = prerendered.replace(END_OF_HEAD, `${await linkFonts(dist)}\n  ${END_OF_HEAD}`)
    await writeFile(path.join(dist, 'home.html'), await inlineStyles(withFonts, dist))
  })
}

/** Those of the first paint. Other pages are painted by their scripts, which load the fonts once they have arrived. */
async function linkFonts(dist: string): Promise<string> {
  const files = (await readdir(path.join(dist, 'assets'))).filter((file) => FONTS.test(file))
  if (files.length !== 2) throw new Error(`the build has ${files.length} fonts of the first paint`)
  return files
    .map((file) => `  <link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}">`)
    .join('\n  ')
}

const STYLE_SHEET = /<link rel="stylesheet"[^>]* href="([^"]+)">/g

async function inlineStyles(page: string, dist: string): Promise<string> {
  const hrefs = Array.from(page.matchAll(STYLE_SHEET), ([, href = '']) => href)
  if (hrefs.length === 0) throw new Error('index.html has no style sheet')
  const sheets = await Promise.all(hrefs.map((href) => readFile(path.join(dist, href), 'utf8')))
  return page.replace(STYLE_SHEET, () => `<style nonce="${PAGE_MARKS.nonce}">${sheets.shift()}</style>`)
}

async function renderHome(root: string): Promise<string> {
  const folder = path.resolve(root, '../node_modules/.cache/called-it/prerender-home')
  await mkdir(folder, { recursive: true })
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: {
      ssr: ENTRY,
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'home.js' } },
    },
  })
  const html = await renderInWorker(path.join(folder, 'home.js'))
  await rm(folder, { recursive: true })
  return html
}

/** A thread has its own globals, which can become a browser's, and ends with all that the page has started. */
async function renderInWorker(bundle: string): Promise<string> {
  const worker = new Worker(new URL('./prerender-worker.ts', import.meta.url), { workerData: bundle })
  try {
    const [html]: unknown[] = await once(worker, 'message')
    if (typeof html !== 'string') throw new Error(`${ENTRY} rendered no text`)
    return html
  } finally {
    await worker.terminate()
  }
}
