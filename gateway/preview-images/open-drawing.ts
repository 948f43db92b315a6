import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { PreviewTheme } from '@called-it/shared/contract/preview-images'
import type { Language } from '@called-it/shared/languages/formats'
import type { PreviewContent } from './content.ts'
import type { Icon } from './draw-icon.ts'

export type DrawingJob =
  | { readonly content: PreviewContent; readonly theme: PreviewTheme; readonly language: Language }
  | { readonly icon: Icon }

export type DrawingProcess = {
  /** One at a time. Rejects when the drawing fails or takes too long, or its process ends. */
  draw(content: PreviewContent, theme: PreviewTheme, language: Language): Promise<Buffer>
  drawIcon(icon: Icon): Promise<Buffer>
  /** Null while there is none. */
  readonly pid: number | null
  close(): void
}

const PROGRAM = fileURLToPath(new URL('drawing-process.ts', import.meta.url))
const TIMEOUT_MS = 5_000
/** It takes some hundred megabytes. */
const IDLE_MS = 60_000
const { NODE_COMPILE_CACHE } = process.env
const MAX_HEAP_MB = 256

/**
 * A process of its own, started by the first drawing: what sharp may read is a setting of the whole process, threads
 * included, and avatars must never be read as SVG. It gets no setting, so that it knows no secret.
 */
export function openDrawingProcess({ timeoutMs = TIMEOUT_MS, idleMs = IDLE_MS } = {}): DrawingProcess {
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  const end = (how: (child: ChildProcess) => void) => {
    clearTimeout(idle)
    if (child !== null) how(child)
    child = null
  }
  // An orderly end writes its compiled code.
  const close = () => end((child) => child.connected && child.disconnect())
  async function run(job: DrawingJob): Promise<Buffer> {
    clearTimeout(idle)
    if (child === null || child.exitCode !== null || child.signalCode !== null) child = start()
    try {
      return await request(child, job, timeoutMs)
    } catch (error) {
      end((child) => child.kill('SIGKILL'))
      throw error
    } finally {
      idle = setTimeout(close, idleMs).unref()
    }
  }
  return {
    draw: (content, theme, language) => run({ content, theme, language }),
    drawIcon: (icon) => run({ icon }),
    get pid() {
      return child?.pid ?? null
    },
    close,
  }
}

function start(): ChildProcess {
  const child = fork(PROGRAM, {
    serialization: 'advanced',
    // Starts a third faster.
    env: NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE },
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.on('error', () => child.kill('SIGKILL'))
  child.unref()
  child.channel?.unref()
  return child
}

async function request(child: ChildProcess, job: DrawingJob, timeoutMs: number): Promise<Buffer> {
  const ended = new AbortController()
  const end = () => ended.abort(new Error('the process ended'))
  child.once('exit', end)
  try {
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(timeoutMs)])
    const response = once(child, 'message', { signal })
    child.send(job)
    const [png]: unknown[] = await response
    if (!(png instanceof Uint8Array)) throw new Error(String(png))
    return Buffer.from(png)
  } catch (cause) {
    throw new Error('the image was not drawn', { cause })
  } finally {
    child.off('exit', end)
  }
}
