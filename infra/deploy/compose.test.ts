import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { folderOfTest } from '@called-it/tests/support/temporary-folder'
import { expect, test } from 'vitest'

const compose = await readFile(path.join(import.meta.dirname, '../../docker-compose.yml'), 'utf8')

/** The lines of a service. */
const serviceOf = (name: string) =>
  new RegExp(`^  ${name}:\\n((?: {4}.*\\n)+)`, 'm').exec(compose)?.[1] ?? expect.fail(`no ${name}`)

test('gives Redis a network that only programs share, and no port', () => {
  expect(serviceOf('redis')).toContain('networks: [redis]')
  expect(serviceOf('redis')).not.toContain('ports:')
  for (const name of ['postgres', 'proxy', 'prometheus', 'grafana']) {
    expect(serviceOf(name), name).not.toContain('networks:')
  }
})

test('gives Redis its password by standard input, and programs the same', async () => {
  expect(compose).toContain(`REDIS_URL: redis://:\${REDIS_PASSWORD:?}@redis:6379`)
  expect(serviceOf('redis')).toContain(`REDISCLI_AUTH: \${REDIS_PASSWORD:?}`)
  const command = /- sh\n *- -c\n *- \|\n((?: {8}.*\n)+)/.exec(serviceOf('redis'))?.[1] ?? expect.fail()
  const script = command.replaceAll(/^ {8}/gm, '').replaceAll('$$', '$')
  const bin = await folderOfTest()
  await writeFile(path.join(bin, 'docker-entrypoint.sh'), '#!/bin/sh\necho "$@"\ncat\n', { mode: 0o755 })
  const env = { PATH: `${bin}:${process.env.PATH}`, REDISCLI_AUTH: 'secret' }
  const [args, ...configuration] = execFileSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' }).split(
    '\n',
  )
  expect(args).toMatch(/^redis-server - .*--maxmemory-policy noeviction$/)
  expect(configuration).toEqual(['requirepass secret', ''])
})
