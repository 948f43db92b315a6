import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { RENDERED_PAGE, RENDERER } from '@called-it/shared/contract/rendered-page'
import { PAGE_MARKS } from '@called-it/shared/contract/served-page'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { afterBuild } from './after-build.ts'
import { texts } from './texts.ts'

const ENTRY = 'src/server/render.tsx'
const FONTS = /^(?:bricolage-grotesque|geist)-latin-wght-normal.*\.woff2$/
const END_OF_HEAD = '</head>'

/**
 * Builds what renders pages on the server, and the page into which they are rendered: index.html with the styles of the
 * first view inlined, so that it is painted before any other file has arrived.
 */
export function renderOnServer(): Plugin {
  return afterBuild('rendering', async ({ root, build: { outDir } }) => {
    const dist = path.resolve(root, outDir)
    const page = await readFile(path.join(dist, 'index.html'), 'utf8')
    const withFonts = page.replace(END_OF_HEAD, `${await linkFonts(dist)}\n  ${END_OF_HEAD}`)
    await writeFile(path.join(dist, RENDERED_PAGE), await inlineStyles(withFonts, dist))
    await buildRenderer(root, path.join(dist, RENDERER))
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

/** With all packages in it, since an installation has those of the client at build time only. */
async function buildRenderer(root: string, file: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [texts(), react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: ENTRY,
      outDir: path.dirname(file),
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: path.basename(file) } },
    },
  })
}
