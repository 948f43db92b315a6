import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'

const repository = path.resolve(import.meta.dirname, '../..')

type Copy = { readonly sources: readonly string[]; readonly target: string }

/** What a stage of the Dockerfile copies from the repository, with the stages that it begins from. */
export async function listCopies(stage: string): Promise<Copy[]> {
  const text = await readFile(path.join(repository, 'infra/deploy/Dockerfile'), 'utf8')
  const stages = text.split(/^(?=FROM )/m)
  const found = stages.find((one) => one.startsWith('FROM ') && one.split('\n')[0]?.endsWith(` AS ${stage}`))
  if (found === undefined) throw new Error(`there is no stage ${stage}`)
  const from = /^FROM (\S+)/.exec(found)?.[1] ?? ''
  const before = from.includes(':') ? [] : await listCopies(from)
  const own = [...found.matchAll(/^COPY (?!--)(.+)$/gm)].map(([, words = '']) => {
    const names = words.split(' ')
    return { sources: names.slice(0, -1), target: names.at(-1) ?? '' }
  })
  return [...before, ...own]
}

/** Whether .dockerignore lets it into the build. */
export async function openBuildContext(): Promise<(file: string) => boolean> {
  const lines = (await readFile(path.join(repository, '.dockerignore'), 'utf8')).trim().split('\n')
  const roots = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  const ignored = lines.filter((line) => line.startsWith('**/')).map((line) => line.slice(3))
  return (file) => {
    const isInRoot = roots.some((root) => file === root || file.startsWith(`${root}/`))
    return isInRoot && !ignored.some((pattern) => path.posix.matchesGlob(file, `**/${pattern}{,/**}`))
  }
}

/** The files of an image in a folder, with this checkout's packages and, if they are built, its pages. */
export async function makeImageTree(stage: string, folder: string): Promise<void> {
  const isSent = await openBuildContext()
  for (const { sources, target } of await listCopies(stage)) {
    for (const source of sources) {
      const isFolder = target.endsWith('/')
      await cp(
        path.join(repository, source),
        path.join(folder, isFolder ? path.join(target, path.basename(source)) : target),
        { recursive: true, filter: (file) => isSent(path.relative(repository, file)) },
      )
    }
  }
  await mkdir(path.join(folder, 'web'), { recursive: true })
  await cp(path.join(repository, 'web/dist'), path.join(folder, 'web/dist'), { recursive: true }).catch(
    () => undefined,
  )
  await linkPackages(folder)
}

/** Ours lead into the folder, so that nothing is read from the checkout. */
async function linkPackages(folder: string): Promise<void> {
  const ours = ['shared', 'languages', 'infra', 'gateway', 'workers']
  for (const room of ['', ...ours, 'infra/launch']) {
    const installed = path.join(repository, room, 'node_modules')
    for (const name of await readdir(installed).catch(() => [])) {
      if (name === '@called-it' || name.startsWith('.')) continue
      const linked = path.join(folder, room, 'node_modules', name)
      await mkdir(path.dirname(linked), { recursive: true })
      await symlink(path.join(installed, name), linked)
    }
  }
  await mkdir(path.join(folder, 'node_modules/@called-it'))
  for (const room of [...ours, 'infra/launch']) {
    await symlink(path.join(folder, room), path.join(folder, 'node_modules/@called-it', path.basename(room)))
  }
}
