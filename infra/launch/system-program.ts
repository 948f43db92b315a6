import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { glob, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { runSystemCommand } from './system-command.ts'

/** Only read. */
const DEBIAN_STATUS = '/var/lib/dpkg/status'

/** In the wrapper of an unpacked program: found from the wrapper, so that a copied folder does not use the original. */
const FIND_ROOT = `root=$(cd "\${0%/*}/.." && pwd)/root`

/** A program that is in no npm package, so that it has to come from the system. */
export interface SystemProgram {
  /** On the path, in order of preference. */
  readonly names: readonly string[]
  readonly debianPackage: string
  /** The executable in the package, for when it is unpacked and not installed. */
  readonly unpackedAt: string
  /** True where an installation would also start a service. */
  readonly isOnlyUnpacked?: boolean
  readonly versionFlag?: string
  /** Variables that it needs when it is unpacked below `root`. */
  readonly unpackedEnv?: (root: string) => Record<string, string>
  /** What the user can do where it cannot be installed. */
  readonly hint: string
}

/**
 * Finds a program on the path, else installs it (as root on Debian and its derivatives), else unpacks its packages
 * below `folder`, which needs no privileges. Logs before it changes the machine or downloads anything.
 *
 * @returns the path of an executable
 * @throws with the hint, where it cannot be installed
 */
export async function provideProgram(
  program: SystemProgram,
  options: { folder: string; log: (line: string) => void },
): Promise<string> {
  const found = findOnPath(program.names)
  if (found !== undefined) return found
  const unpacked = findIn([path.join(options.folder, 'bin')], program.names)
  if (unpacked !== undefined) return unpacked
  const name = program.debianPackage
  if (findOnPath(['apt-get']) === undefined || findOnPath(['dpkg']) === undefined) {
    throw new Error(`${name} is not on this machine. ${program.hint}`)
  }
  try {
    if (process.getuid?.() === 0 && !program.isOnlyUnpacked) {
      options.log(`${name} is not on this machine: installing it with apt-get`)
      return await install(program)
    }
    options.log(`${name} is not on this machine: downloading it to ${options.folder}`)
    return await unpack(program, options.folder)
  } catch (cause) {
    throw new Error(`${name} is not on this machine and apt-get could not install it. ${program.hint}`, {
      cause,
    })
  }
}

export function findOnPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '')
  return findIn(folders, names)
}

function findIn(folders: readonly string[], names: readonly string[]): string | undefined {
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function install({ debianPackage, names }: SystemProgram): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = ['-o', 'DPkg::Lock::Timeout=300']
  await afterUpdate(options, env, async (aptGet) => {
    await aptGet(['-qq', 'install', '--yes', '--no-install-recommends', debianPackage])
  })
  const installed = findOnPath(names)
  if (installed === undefined) throw new Error(`apt-get installed ${debianPackage}, but none of ${names}`)
  return installed
}

type AptGet = (args: readonly string[], cwd?: string) => Promise<string>

/**
 * Updates the package lists first. A mirror that fails does not matter as long as another one has the package, so its
 * reason is only shown if the work fails.
 */
async function afterUpdate(
  options: readonly string[],
  env: NodeJS.ProcessEnv,
  work: (aptGet: AptGet) => Promise<void>,
): Promise<void> {
  const aptGet: AptGet = (args, cwd) => runSystemCommand('apt-get', [...options, ...args], { env, cwd })
  const reasons: unknown[] = []
  await aptGet(['-qq', 'update']).catch((error: unknown) => reasons.push(error))
  try {
    await work(aptGet)
  } catch (error) {
    const lines = [error, ...reasons].map((reason) => (reason instanceof Error ? reason.message : reason))
    throw new Error(lines.join('\n'))
  }
}

/** Downloads the package and its missing dependencies, and unpacks all of it below `folder`. */
async function unpack(program: SystemProgram, folder: string): Promise<string> {
  const work = path.join(folder, 'download')
  const root = path.join(folder, 'root')
  await rm(folder, { recursive: true, force: true })
  await Promise.all(
    ['state/lists/partial', 'cache/archives/partial', 'packages'].map((name) =>
      mkdir(path.join(work, name), { recursive: true }),
    ),
  )
  // The system's lists and cache belong to root.
  const userOptions = [
    ['Dir::State', path.join(work, 'state')],
    ['Dir::State::status', DEBIAN_STATUS],
    ['Dir::Cache', path.join(work, 'cache')],
    ['Debug::NoLocking', 'true'],
  ].flatMap(([option, value]) => ['-o', `${option}=${value}`])
  const packages = path.join(work, 'packages')
  await afterUpdate(userOptions, process.env, async (aptGet) => {
    const missing = await missingPackages(program.debianPackage, aptGet)
    await aptGet(['-qq', 'download', ...missing], packages)
    for await (const file of glob('*.deb', { cwd: packages })) {
      await runSystemCommand('dpkg', ['-x', path.join(packages, file), root])
    }
  })
  await rm(work, { recursive: true, force: true })
  return writeWrapper(program, folder)
}

/** Simulation needs no privileges and prints a line `Inst <package> (<version> …)` for each. */
async function missingPackages(debianPackage: string, aptGet: AptGet): Promise<string[]> {
  const simulated = await aptGet(['--simulate', '--no-install-recommends', 'install', debianPackage])
  const names = [...simulated.matchAll(/^Inst (\S+)/gm)].flatMap(([, name]) => name ?? [])
  if (names.length === 0) throw new Error(`apt-get names no package to download for ${debianPackage}`)
  return names
}

/**
 * A script that starts the unpacked program with its own libraries, under the program's name, so that its folder can
 * be added to a path. It is renamed last: when it exists, the installation is complete.
 */
async function writeWrapper(program: SystemProgram, folder: string): Promise<string> {
  const root = path.join(folder, 'root')
  const libraries: string[] = []
  for await (const found of glob(['lib/*-linux-*', 'usr/lib/*-linux-*', 'usr/lib/*-linux-*/pulseaudio'], {
    cwd: root,
  })) {
    libraries.push(path.join(root, found))
  }
  const env = { LD_LIBRARY_PATH: libraries.join(':'), ...program.unpackedEnv?.(root) }
  const belowRoot = (text: string) => text.split(root).map(shellWord).join('"$root"')
  const exports = Object.entries(env).map(([name, value]) => `export ${name}=${belowRoot(value)}`)
  const executable = belowRoot(path.join(root, program.unpackedAt))
  const bin = path.join(folder, 'bin')
  const name = program.names[0] ?? program.debianPackage
  const unfinished = path.join(bin, 'unfinished')
  const script = ['#!/bin/sh', FIND_ROOT, ...exports, `exec ${executable} "$@"`, ''].join('\n')
  await mkdir(bin, { recursive: true })
  await writeFile(unfinished, script, { mode: 0o755 })
  const trial = spawnSync(unfinished, [program.versionFlag ?? '--version'])
  if (trial.status !== 0) throw new Error(`${program.debianPackage} was unpacked but does not run`)
  await rename(unfinished, path.join(bin, name))
  return path.join(bin, name)
}

function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
