import { execFile } from 'node:child_process'
import path from 'node:path'
import { bareEnv } from '@called-it/infra/embedded/bare-env'
import { vi } from 'vitest'
import { runCli } from '../cli/run-cli.ts'

/** How a command ended, and what it wrote to both outputs. */
export type Ended = { code: number; said: string; complained: string }

/** Carries a command out in this process, one at a time; `env` is what the launcher would set. */
export async function runCommand(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const said: string[] = []
  const complained: string[] = []
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line) => void said.push(`${line}\n`)),
    vi.spyOn(console, 'error').mockImplementation((line) => void complained.push(`${line}\n`)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => complained.push(String(text)) > 0),
  ]
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  try {
    const code = await runCli(args)
    return { code, said: said.join(''), complained: complained.join('') }
  } finally {
    vi.unstubAllEnvs()
    for (const spy of spies) spy.mockRestore()
  }
}

/** Runs the program as an operator does. */
export function runProgram(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>()
  const child = execFile(
    process.execPath,
    [path.join(import.meta.dirname, '..', 'cli', 'main.ts'), ...args],
    { env: { ...bareEnv, ...env } },
    (_, said, complained) => resolve({ code: child.exitCode ?? -1, said, complained }),
  )
  return promise
}
