import { execFileSync } from 'node:child_process'
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { folderOfTest } from '@called-it/tests/support/temporary-folder'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { printError } from './print-error.ts'
import { provideProgram, type SystemProgram } from './system-program.ts'

const program: SystemProgram = {
  names: ['jukebox', 'gramophone'],
  debianPackage: 'jukebox',
  unpackedAt: 'usr/bin/jukebox',
  unpackedEnv: (root) => ({ JUKEBOX_HOME: `${root}/usr/share` }),
  hint: 'Buy one, or borrow one.',
}

/** The only folder on the path. */
let bin: string
let folder: string
const logged: string[] = []

beforeEach(async () => {
  const home = await folderOfTest()
  bin = path.join(home, 'bin')
  folder = path.join(home, "unpacked, it's here")
  await mkdir(bin)
  vi.stubEnv('PATH', bin)
  logged.length = 0
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const provide = () => provideProgram(program, { folder, log: (line) => logged.push(line) })
const script = (name: string, ...lines: string[]) =>
  writeFile(path.join(bin, name), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 })

/** Fakes of Debian's tools, for a package whose program prints its environment and arguments. */
async function debian(): Promise<void> {
  const jukebox = `printf '#!/bin/sh\\necho "$LD_LIBRARY_PATH $JUKEBOX_HOME $*"\\n'`
  await script(
    'apt-get',
    'case "$*" in',
    '*--simulate*) echo "Inst libneedle (1.0 Debian [amd64])"; echo "Inst jukebox (2.0 Debian [amd64])"; echo "Conf jukebox";;',
    '*" download libneedle jukebox") : > libneedle.deb; : > jukebox.deb;;',
    `*" install "*) ${jukebox} > ${bin}/jukebox; /bin/chmod 755 ${bin}/jukebox;;`,
    'esac',
  )
  await script(
    'dpkg',
    'case "$2" in',
    '*/libneedle.deb) /bin/mkdir -p "$3/usr/lib/x86_64-linux-gnu";;',
    `*/jukebox.deb) /bin/mkdir -p "$3/usr/bin"; ${jukebox} > "$3/usr/bin/jukebox"; /bin/chmod 755 "$3/usr/bin/jukebox";;`,
    'esac',
  )
}

test('finds the preferred name on the path', async () => {
  await script('gramophone')
  expect(await provide()).toBe(path.join(bin, 'gramophone'))
  await script('jukebox')
  expect(await provide()).toBe(path.join(bin, 'jukebox'))
  expect(logged).toEqual([])
})

test('throws the hint when there is no apt-get', async () => {
  await expect(provide()).rejects.toThrow('jukebox is not on this machine. Buy one, or borrow one.')
})

test('installs it as root, and logs that first', async () => {
  await debian()
  vi.spyOn(process, 'getuid').mockReturnValue(0)
  expect(await provide()).toBe(path.join(bin, 'jukebox'))
  expect(logged).toEqual(['jukebox is not on this machine: installing it with apt-get'])
})

test('unpacks it once, with its libraries, for other users', async () => {
  await debian()
  vi.spyOn(process, 'getuid').mockReturnValue(1000)
  const unpacked = await provide()
  expect(unpacked).toBe(path.join(folder, 'bin', 'jukebox'))
  expect(execFileSync(unpacked, ['--a', 'b c'], { encoding: 'utf8' })).toBe(
    `${folder}/root/usr/lib/x86_64-linux-gnu ${folder}/root/usr/share --a b c\n`,
  )
  expect((await readdir(folder)).sort()).toEqual(['bin', 'root'])
  await provide()
  expect(logged).toEqual([`jukebox is not on this machine: downloading it to ${folder}`])
})

test('runs a copied program from the copy', async () => {
  await debian()
  vi.spyOn(process, 'getuid').mockReturnValue(1000)
  await provide()
  const copy = path.join(path.dirname(folder), 'a copy')
  await cp(folder, copy, { recursive: true })
  await rm(folder, { recursive: true })
  const file = await provideProgram(program, { folder: copy, log: (line) => logged.push(line) })
  expect(execFileSync(file, ['x'], { encoding: 'utf8' })).toBe(
    `${copy}/root/usr/lib/x86_64-linux-gnu ${copy}/root/usr/share x\n`,
  )
})

test('throws the hint and the reason when apt-get fails, each time', async () => {
  await debian()
  await script('dpkg', 'echo "dpkg: error: no space for jukebox" >&2', 'exit 2')
  vi.spyOn(process, 'getuid').mockReturnValue(1000)
  for (let attempt = 0; attempt < 2; attempt++) {
    const failure = await provide().catch((error: unknown) => error)
    expect(failure).toMatchObject({
      message: expect.stringContaining('apt-get could not install it. Buy one, or borrow one.'),
      cause: { message: 'dpkg failed: dpkg: error: no space for jukebox' },
    })
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    printError(failure)
    expect(printed.mock.lastCall).toEqual([expect.stringContaining('dpkg: error: no space for jukebox')])
  }
})
