import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { PAGE_MARKS } from '@called-it/shared/contract/served-page'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type ResolvedConfig } from 'vite'

const ENTRY = 'src/served/home.tsx'
const EMPTY_ROOT = '<div id="root"></div>'

/**
 * Writes home.html beside index.html: the same page with home's first view and all styles already in it, which so is
 * painted before anything else has arrived. The gateway serves it at `/`.
 */
export function servedHome(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'called-it:served-home',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        const dist = path.resolve(config.root, config.build.outDir)
        const page = await readFile(path.join(dist, 'index.html'), 'utf8')
        if (!page.includes(EMPTY_ROOT)) throw new Error(`index.html has no ${EMPTY_ROOT}`)
        const home = await renderHome(config.root)
        const withView = page.replace(EMPTY_ROOT, () => `<div id="root">${home}</div>`)
        await writeFile(path.join(dist, 'home.html'), await bringStyles(withView, dist))
      },
    },
  }
}

const STYLE_SHEET = /<link rel="stylesheet"[^>]* href="([^"]+)">/g

/** The page with its style sheets in it, so that the first paint waits for the page alone. */
async function bringStyles(page: string, dist: string): Promise<string> {
  const addresses = Array.from(page.matchAll(STYLE_SHEET), ([, address = '']) => address)
  if (addresses.length === 0) throw new Error('index.html has no style sheet')
  const sheets = await Promise.all(addresses.map((address) => readFile(path.join(dist, address), 'utf8')))
  return page.replace(STYLE_SHEET, () => `<style nonce="${PAGE_MARKS.nonce}">${sheets.shift()}</style>`)
}

async function renderHome(root: string): Promise<string> {
  const folder = path.resolve(root, '../node_modules/.cache/called-it/served-home')
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
  const html = await renderApart(path.join(folder, 'home.js'))
  await rm(folder, { recursive: true })
  return html
}

/** In a thread of its own, which gets a window and ends with everything that was started in it. */
async function renderApart(bundle: string): Promise<string> {
  const renderer = new Worker(new URL('./home-renderer.ts', import.meta.url), { workerData: bundle })
  try {
    const [html]: unknown[] = await once(renderer, 'message')
    if (typeof html !== 'string') throw new Error(`${ENTRY} gave no text`)
    return html
  } finally {
    await renderer.terminate()
  }
}
