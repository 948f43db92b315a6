import { execFile } from 'node:child_process'
import path from 'node:path'
import { runCli } from '@called-it/workers/cli/run-cli'
import { vi } from 'vitest'
import { bareEnv } from '../bare-env.ts'

export type Ended = { code: number; stdout: string; stderr: string }

/** In this process, one at a time; `env` is what the launcher would set. */
export async function runCommand(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const stdout: string[] = []
  const stderr: string[] = []
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line) => void stdout.push(`${line}\n`)),
    vi.spyOn(console, 'error').mockImplementation((line) => void stderr.push(`${line}\n`)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => stderr.push(String(text)) > 0),
  ]
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  try {
    const code = await runCli(args)
    return { code, stdout: stdout.join(''), stderr: stderr.join('') }
  } finally {
    vi.unstubAllEnvs()
    for (const spy of spies) spy.mockRestore()
  }
}

/** In a process of its own. */
export function runProgram(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>()
  const child = execFile(
    process.execPath,
    [path.join(import.meta.dirname, '../../../workers/cli/main.ts'), ...args],
    { env: { ...bareEnv, ...env } },
    (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
  )
  return promise
}
