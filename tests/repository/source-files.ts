import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const repository = path.resolve(import.meta.dirname, '../..')

/** Folders without sources of the project. */
export const GENERATED = new Set([
  'node_modules',
  '.git',
  '.build',
  '.data',
  'dist',
  'test-results',
  'screenshots',
  'coverage',
  '.stryker-tmp',
])

export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** Every file of the repository with one of these extensions, generated folders left out. */
export function sourceFiles(...extensions: readonly string[]): SourceFile[] {
  return globSync(`**/*.{${extensions.join(',')},}`, {
    cwd: repository,
    exclude: (name) => GENERATED.has(path.basename(name)),
  })
    .filter((file) => extensions.includes(path.extname(file).slice(1)))
    .map((file) => ({
      path: file.replaceAll(path.sep, '/'),
      text: readFileSync(path.join(repository, file), 'utf8'),
    }))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** Prints the findings of a check and ends the process: with 1 if there are any. */
export function report(findings: readonly string[], rule: string): never {
  for (const finding of findings) console.log(finding)
  console.log(findings.length === 0 ? `${rule}: none broken` : `${rule}: ${findings.length} broken`)
  process.exit(findings.length === 0 ? 0 : 1)
}
