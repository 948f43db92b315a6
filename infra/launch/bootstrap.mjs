// Plain JavaScript without packages: the machine's Node may be too old for TypeScript, and nothing may be installed
// yet.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** The first that runs TypeScript as it is. */
const OLDEST_NODE = 24

/**
 * Installs the packages of package-lock.json where they differ, and runs the entry again in the packaged Node where
 * this one is too old. It returns only in a new enough Node; otherwise it exits as the other process exits.
 *
 * @param {string} entryUrl the entry's `import.meta.url`
 */
export async function bootstrap(entryUrl) {
  installPackages()
  if (!isTooOld(process.version)) {
    cacheCompiledCode()
    return
  }
  const runtime = packagedRuntime(repository, process.platform, process.arch)
  if (runtime === undefined) {
    stopWith(
      `Called It runs on Node ${OLDEST_NODE} or later; this is ${process.version}, and there is no packaged one for ` +
        `${process.platform}-${process.arch}. Install it from https://nodejs.org, then start again.`,
    )
  }
  await restart(runtime, fileURLToPath(entryUrl))
}

/** @param {string} version as in `process.version` */
export function isTooOld(version) {
  return Number.parseInt(version.replace(/^v/, ''), 10) < OLDEST_NODE
}

/**
 * The Node of the optional package for this platform.
 *
 * @param {string} root the folder that holds node_modules
 * @param {string} platform as in `process.platform`
 * @param {string} arch as in `process.arch`
 */
export function packagedRuntime(root, platform, arch) {
  const windows = platform === 'win32'
  const folder = path.join(root, 'node_modules', `node-${windows ? 'win' : platform}-${arch}`, 'bin')
  const runtime = path.join(folder, windows ? 'node.exe' : 'node')
  return existsSync(runtime) ? runtime : undefined
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lockfile
 */

/**
 * Compares the lockfile with the record that npm writes at the end of an installation. Optional packages may be
 * missing, because they are for other platforms; additional packages are ignored.
 *
 * @param {Lockfile} locked package-lock.json
 * @param {Lockfile} installed node_modules/.package-lock.json
 */
export function packagesFit(locked, installed) {
  return Object.entries(locked.packages)
    .filter(([location]) => location.includes('node_modules/'))
    .every(([location, wanted]) => {
      const found = installed.packages[location]
      if (found === undefined) return wanted.optional === true
      return found.version === wanted.version && found.integrity === wanted.integrity
    })
}

function installPackages() {
  const locked = readLockfile('package-lock.json')
  const installed = readLockfile('node_modules/.package-lock.json')
  if (locked !== undefined && installed !== undefined && packagesFit(locked, installed)) return
  console.log('Installing the packages; this takes a few minutes the first time …')
  if (npmCi()) return
  stopWith(
    'The packages could not be installed: see the error of npm ci above, and check the network connection.',
  )
}

/**
 * @param {string} file
 * @returns {Lockfile | undefined}
 */
function readLockfile(file) {
  try {
    return JSON.parse(readFileSync(path.join(repository, file), 'utf8'))
  } catch {
    return undefined
  }
}

/** @returns {boolean} whether it succeeded */
function npmCi() {
  const { file, args, shell } = npmCommand()
  // npm's warnings are about the old Node, which `bootstrap` replaces.
  const options = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  return spawnSync(file, [...args, ...options], { cwd: repository, stdio: 'inherit', shell }).status === 0
}

/** The npm that runs this script, otherwise the one on the path. */
export function npmCommand() {
  const script = process.env.npm_execpath
  if (script?.endsWith('npm-cli.js')) return { file: process.execPath, args: [script], shell: false }
  // On Windows npm is a script, which only a shell can run.
  return { file: 'npm', args: [], shell: process.platform === 'win32' }
}

/** Saves a third of the start time of this program and of those that it starts. */
function cacheCompiledCode() {
  process.env.NODE_COMPILE_CACHE ??= path.join(repository, 'node_modules/.cache/called-it/compiled')
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
}

/**
 * Runs the entry in another runtime, passes signals on and exits as it exits.
 *
 * @param {string} runtime
 * @param {string} entry
 * @returns {Promise<never>}
 */
function restart(runtime, entry) {
  // The IPC channel closes when this process is killed, so that the other one ends as well.
  const child = spawn(runtime, [entry, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  if (process.connected) process.once('disconnect', () => child.disconnect())
  whenNpmIsGone(() => child.kill('SIGTERM'))
  return new Promise((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (signal === null) process.exit(code ?? 1)
      process.removeAllListeners(signal)
      process.kill(process.pid, signal)
    })
  })
}

/**
 * npm starts its scripts through a shell that does not pass SIGTERM on: it dies and leaves this process running. The
 * callback therefore runs when that shell is gone.
 *
 * @param {() => void} end
 */
export function whenNpmIsGone(end) {
  if (process.env.npm_lifecycle_event === undefined) return
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    end()
  }, 500)
  timer.unref()
}

/**
 * @param {string} message
 * @returns {never}
 */
function stopWith(message) {
  console.error(message)
  process.exit(1)
}
