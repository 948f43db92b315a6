import { execFile, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { glob, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Debian's own record of what is installed; read, never written. */
const DEBIAN_STATUS = '/var/lib/dpkg/status'

/** A program that no registry package brings, so that it has to come from the system. */
export interface SystemProgram {
  /** Its names on the path, the best first. */
  readonly names: readonly string[]
  /** The Debian package that holds it. */
  readonly debianPackage: string
  /** Where the package keeps the executable itself, for the case that it is unpacked and not installed. */
  readonly unpackedAt: string
  /** True where an installation would do more than bring it. */
  readonly isOnlyUnpacked?: boolean
  /** How it is asked for its version, `--version` by default: whether it runs at all. */
  readonly versionFlag?: string
  /** Variables that it needs when it runs unpacked below `root`. */
  readonly unpackedEnv?: (root: string) => Record<string, string>
  /** The ways out for a person, where it can be had by none of ours. */
  readonly waysOut: string
}

/**
 * Finds a program on the path, else installs it (as root on Debian and its relatives), else unpacks its
 * packages below `folder`, which needs no rights. Whatever changes the machine or takes long is said first.
 *
 * @returns the path of an executable
 * @throws an Error that names the ways out, where there is none
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
    throw new Error(`${name} is not on this machine. ${program.waysOut}`)
  }
  try {
    if (process.getuid?.() === 0 && !program.isOnlyUnpacked) {
      options.log(`${name} is not on this machine: installing it with apt-get`)
      return await install(program)
    }
    options.log(`${name} is not on this machine: downloading it to ${options.folder}`)
    return await unpack(program, options.folder)
  } catch (cause) {
    throw new Error(`${name} is not on this machine and apt-get could not bring it. ${program.waysOut}`, {
      cause,
    })
  }
}

/** The first of these programs that the path holds. */
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
  const patient = ['-o', 'DPkg::Lock::Timeout=300', '-qq']
  // A mirror that fails does not matter as long as another one has the package.
  await run('apt-get', [...patient, 'update'], { env }).catch(() => undefined)
  await run('apt-get', [...patient, 'install', '--yes', '--no-install-recommends', debianPackage], {
    env,
    maxBuffer: Number.POSITIVE_INFINITY,
  })
  const installed = findOnPath(names)
  if (installed === undefined) throw new Error(`apt-get installed ${debianPackage}, but none of ${names}`)
  return installed
}

/** Downloads the package and whatever it needs that the machine lacks, and unpacks all of it below `folder`. */
async function unpack(program: SystemProgram, folder: string): Promise<string> {
  const work = path.join(folder, 'download')
  const root = path.join(folder, 'root')
  await rm(folder, { recursive: true, force: true })
  await Promise.all(
    ['state/lists/partial', 'cache/archives/partial', 'packages'].map((name) =>
      mkdir(path.join(work, name), { recursive: true }),
    ),
  )
  // Lists and cache of our own, since those of the system belong to root.
  const own = [
    ['Dir::State', path.join(work, 'state')],
    ['Dir::State::status', DEBIAN_STATUS],
    ['Dir::Cache', path.join(work, 'cache')],
    ['Debug::NoLocking', 'true'],
  ].flatMap(([option, value]) => ['-o', `${option}=${value}`])
  await run('apt-get', [...own, '-qq', 'update']).catch(() => undefined)
  const packages = path.join(work, 'packages')
  const missing = await missingPackages(program.debianPackage, own)
  await run('apt-get', [...own, '-qq', 'download', ...missing], { cwd: packages })
  for await (const file of glob('*.deb', { cwd: packages })) {
    await run('dpkg', ['-x', path.join(packages, file), root])
  }
  await rm(work, { recursive: true, force: true })
  return writeWrapper(program, folder, root)
}

/** What apt-get would install here, without the right to do it: the lines `Inst <package> (<version> …)`. */
async function missingPackages(debianPackage: string, own: readonly string[]): Promise<string[]> {
  const simulated = await run('apt-get', [
    ...own,
    '--simulate',
    '--no-install-recommends',
    'install',
    debianPackage,
  ])
  const names = [...simulated.stdout.matchAll(/^Inst (\S+)/gm)].flatMap(([, name]) => name ?? [])
  if (names.length === 0) throw new Error(`apt-get names no package to download for ${debianPackage}`)
  return names
}

/**
 * A script that starts the unpacked program with its own libraries, under the program's name, so that its folder
 * can be put on a path. It is written last: where it is, everything is.
 */
async function writeWrapper(program: SystemProgram, folder: string, root: string): Promise<string> {
  const libraries: string[] = []
  for await (const found of glob(['lib/*-linux-*', 'usr/lib/*-linux-*', 'usr/lib/*-linux-*/pulseaudio'], {
    cwd: root,
  })) {
    libraries.push(path.join(root, found))
  }
  const env = { LD_LIBRARY_PATH: libraries.join(':'), ...program.unpackedEnv?.(root) }
  const exports = Object.entries(env).map(([name, value]) => `export ${name}=${shellWord(value)}`)
  const executable = path.join(root, program.unpackedAt)
  const bin = path.join(folder, 'bin')
  const name = program.names[0] ?? program.debianPackage
  const unfinished = path.join(folder, 'unfinished')
  const script = ['#!/bin/sh', ...exports, `exec ${shellWord(executable)} "$@"`, ''].join('\n')
  await writeFile(unfinished, script, { mode: 0o755 })
  const tried = spawnSync(unfinished, [program.versionFlag ?? '--version'])
  if (tried.status !== 0) throw new Error(`${program.debianPackage} was unpacked but does not run`)
  await mkdir(bin, { recursive: true })
  await rename(unfinished, path.join(bin, name))
  return path.join(bin, name)
}

function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
