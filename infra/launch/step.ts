import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { exitOf, guardAgainstOrphaning, stopProcess } from './owned-process.ts'

export interface StepOptions {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** Ends it. */
  readonly stopping: AbortSignal
  /** Whether what it prints goes to the terminal, or comes back. */
  readonly output: 'shown' | 'kept'
  readonly shell?: boolean
}

export interface StepResult {
  /** 1 where it was killed. */
  readonly code: number
  /** Everything that it printed, unless that was shown. */
  readonly output: string
}

const STOP_LIMIT_MS = 40_000

/** Runs a program that does one thing and ends. It ends with us, even if we are killed. */
export async function runStep(
  file: string,
  args: readonly string[],
  options: StepOptions,
): Promise<StepResult> {
  const { cwd, env, stopping, shell = false } = options
  const shown = options.output === 'shown'
  const child = spawn(file, args, {
    cwd,
    env,
    shell,
    // A terminal's Ctrl-C reaches a group as a whole: in ours it would come twice, from there and from us.
    detached: true,
    stdio: shown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  const exited = exitOf(child)
  const guard = guardAgainstOrphaning(child, 'TERM')
  const stop = () => void stopProcess(child, exited, 'SIGTERM', STOP_LIMIT_MS)
  if (stopping.aborted) stop()
  stopping.addEventListener('abort', stop)
  const [{ code }, ...printed] = await Promise.all([
    exited,
    ...[child.stdout, child.stderr].map((output) => (output === null ? '' : text(output))),
  ])
  guard.release()
  stopping.removeEventListener('abort', stop)
  return { code: code ?? 1, output: printed.join('') }
}

/**
 * Waits for a step without which there is no going on.
 *
 * @param failure what is to be said, above what the step printed
 * @throws where it failed, or where we are asked to stop
 */
export async function succeed(
  failure: string,
  stopping: AbortSignal,
  step: () => Promise<StepResult>,
): Promise<void> {
  const { code, output } = await step()
  stopping.throwIfAborted()
  if (code !== 0) throw new Error(`${failure}:\n${output}`)
}
