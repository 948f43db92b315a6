import { type ExecFileOptions, execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const REASON_LINES = 5

const execute = promisify(execFile)

/**
 * Runs a program of the machine to its end and returns its output.
 *
 * @throws with the last lines of its own error output
 */
export async function runSystemCommand(
  file: string,
  args: readonly string[],
  options: ExecFileOptions = {},
): Promise<string> {
  const given = { ...options, encoding: 'utf8', maxBuffer: Number.POSITIVE_INFINITY } as const
  try {
    return (await execute(file, args, given)).stdout
  } catch (error) {
    throw new Error(`${path.basename(file)} failed: ${reasonOf(error)}`)
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const stderr = 'stderr' in error ? String(error.stderr).trim() : ''
  return stderr === '' ? error.message : stderr.split('\n').slice(-REASON_LINES).join('\n  ')
}
