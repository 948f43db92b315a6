// Plain JavaScript without packages: the Node of the machine may be too old to read TypeScript, and nothing may
// be installed yet. Everything behind `bootstrap` is TypeScript.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** The first version that runs TypeScript as it is, and that the project is tested with. */
const OLDEST_NODE = 24

/**
 * Makes the rest of the program runnable: brings the packages of package-lock.json where they are missing or
 * others, and starts the entry again with the runtime among them where this one is too old. Returns in the
 * right runtime only; in an old one it waits for the other, ends as that one ended, and never returns.
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

/**
 * @param {string} version as in `process.version`
 */
export function isTooOld(version) {
  return Number.parseInt(version.replace(/^v/, ''), 10) < OLDEST_NODE
}

/**
 * The Node that our optional packages brought for this platform.
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
 * Whether the packages that npm noted in node_modules when it finished are those of the lockfile. Optional ones
 * may be missing (they are for other platforms); what was installed beside them is the user's affair.
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
  if (npmInstall()) return
  stopWith('The packages could not be installed; npm says why above.')
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

/**
 * Not `npm ci`: that refuses a lockfile that was made where the packages of other platforms were not to be had.
 *
 * @returns {boolean} whether the packages of the lockfile are there
 */
function npmInstall() {
  const { file, args, shell } = npmCommand()
  // Below an error npm only tells that an old Node is too old, which is being mended.
  const options = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  return spawnSync(file, [...args, ...options], { cwd: repository, stdio: 'inherit', shell }).status === 0
}

/** How npm is run: it tells its scripts where it is; without that, it is on the path. */
export function npmCommand() {
  const script = process.env.npm_execpath
  if (script?.endsWith('npm-cli.js')) return { file: process.execPath, args: [script], shell: false }
  // On Windows it is a script of the shell's.
  return { file: 'npm', args: [], shell: process.platform === 'win32' }
}

/** A third off the start of this program and of those that it starts; gone with the packages that it was made of. */
function cacheCompiledCode() {
  process.env.NODE_COMPILE_CACHE ??= path.join(repository, 'node_modules/.cache/called-it/compiled')
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
}

/**
 * Runs the entry in another runtime; signals go there, and its end is ours.
 *
 * @param {string} runtime
 * @param {string} entry
 * @returns {Promise<never>}
 */
function restart(runtime, entry) {
  // The channel tells the other one when we are gone: killed outright we could not take it along.
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
 * Npm starts its scripts through a shell, which does not pass on a SIGTERM: it dies of it and leaves us running
 * without anybody who knows of us. Under npm the end of our parent is therefore ours.
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
