/** Preview images by a gateway, stored and drawn: `npm run bench:preview`. */
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { previewPath } from '@called-it/shared/contract/preview-images'
import { readOptions } from './options.ts'
import { memoryMbOf } from './process-usage.ts'
import { openReport } from './report.ts'
import { progress } from './runner.ts'
import { quantileOf } from './stats.ts'
import { withSystem } from './system.ts'

const options = readOptions({
  drawn: { full: 90, small: 20, help: 'images that are drawn; a gateway draws 100 a minute' },
  stored: { full: 2_000, small: 400, help: 'requests for stored images' },
})
/** The drawing process ends after a minute without work. */
const END_MS = 75_000
const POLL_MS = 500
const NO_REVISION = '0000000000000000'

await withSystem(async (system) => {
  const [last = '', ...paths] = await makeLeagues(options.size('drawn') + 2)
  const gateway = await system.startGateway()
  const report = openReport('preview', options, system.versions)
  const sizes: number[] = []
  const request = async (path: string) => {
    const start = performance.now()
    const response = await fetch(gateway.url + path)
    sizes.push((await response.arrayBuffer()).byteLength)
    if (!response.ok) throw new Error(`${path} answers ${response.status}`)
    return performance.now() - start
  }
  const before = memoryMbOf(gateway.pid).now
  const [first = 0, ...drawn] = await inTurn(paths, request)
  const [child] = childrenOf(gateway.pid)
  const peak = child === undefined ? 0 : memoryMbOf(child).peak
  const stored = await inTurn(
    Array.from({ length: options.size('stored') }, (_, index) => paths[index % paths.length] ?? ''),
    request,
  )
  const after = memoryMbOf(gateway.pid).now
  progress('waiting until the drawing process has ended')
  const end = performance.now() + END_MS
  while (childrenOf(gateway.pid).length > 0 && performance.now() < end) await wait(POLL_MS)

  const hasEnded = childrenOf(gateway.pid).length === 0
  const again = await request(last)

  const p95 = quantileOf(stored, 0.95)
  report.metric('first image of a new installation', 'ms', [first])
  report.metric('first image after a pause, with the start of the process', 'ms', [again])
  report.metric('image that is drawn, p95', 'ms', [quantileOf(drawn, 0.95)])
  report.metric('stored image, p95', 'ms', [p95])
  report.metric('size', 'kB', [Math.max(...sizes) / 1000])
  report.metric('drawing process, peak', 'MB', [peak])
  report.metric('gateway, growth', 'MB', [after - before])
  report.check('the first image after a pause takes at most 700 ms', again <= 700)
  report.check('a stored image takes at most 100 ms, p95', p95 <= 100)
  report.check('no image is larger than 200 kB', Math.max(...sizes) <= 200_000)
  report.check('the drawing process has ended', hasEnded)
  report.finish()

  async function makeLeagues(count: number): Promise<string[]> {
    const tokens = Array.from({ length: count }, () => randomBytes(16).toString('base64url'))
    await system.pool.query(
      `INSERT INTO leagues (name, counts_from, drop_worst, token, code)
       SELECT 'נجمة 🌊 The Lot Lizards ' || number, 'all', 0, token, translate(lpad(number::text, 6, '0'), '01', 'AB')
       FROM unnest($1::text[]) WITH ORDINALITY AS made (token, number)`,
      [tokens],
    )
    return tokens.map((token) => previewPath('invitation', token, NO_REVISION, 'dark'))
  }
})

async function inTurn(paths: readonly string[], request: (path: string) => Promise<number>) {
  const times: number[] = []
  for (const path of paths) times.push(await request(path))
  return times
}

/** Linux only. */
function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
}
