import { settingName } from '@called-it/shared/contract/installation-settings'
import type { Logger } from 'pino'
import { logRepeatedError } from '../observability/repeated-error.ts'
import type { Postgres } from '../postgres/client.ts'
import { listenTo } from '../postgres/listen.ts'
import { isPostgresAway } from '../postgres/outage.ts'
import { readStoredSettings, STORED_SETTINGS_CHANNEL } from '../postgres/queries/work/stored-settings.ts'
import { startLoop } from '../queues/loop.ts'
import type { SettingsKeys } from '../secrets/settings-keys.ts'
import { type Env, effectiveEnv, openStoredSettings, withoutRestart } from './effective-settings.ts'

/** For what a notification has missed. */
const READ_EVERY_MS = 30_000

export type LiveSettings<Value> = {
  /** What the environment and the stored settings say now. */
  readonly current: () => Value
  /** Of the start: a change of `RESTART_SETTINGS` waits until the next one. */
  readonly startedWith: Env
  /** After each change. */
  onChange(listener: (value: Value) => void): void
  /** Reads once more. Never rejects: while the database is away the value stays. */
  refresh(): Promise<void>
  /** Stops reading; the value stays. */
  stop(): Promise<void>
}

export type LiveSettingsParts<Value> = {
  readonly postgres: Pick<Postgres, 'db' | 'pool'>
  readonly env: Env
  readonly keys: SettingsKeys
  /** @throws SettingsError */
  readonly read: (env: Env) => Value | Promise<Value>
  /** An admin has asked for it, or the database came late and has other `RESTART_SETTINGS`. */
  readonly onRestart: () => void
  readonly log: Logger
}

/**
 * Keeps the settings of a program current. While the database is away the environment counts alone; what is stored and
 * contradicts the environment is left out, so that an admin can correct it.
 *
 * @throws SettingsError where the environment alone is wrong
 */
export async function openLiveSettings<Value>({
  postgres,
  env,
  keys,
  read,
  onRestart,
  log,
}: LiveSettingsParts<Value>): Promise<LiveSettings<Value>> {
  const listeners: ((value: Value) => void)[] = []
  let unreadable = ''
  let isRestarting = false
  const started = await readEffective()
  let startedWith = started?.env ?? env
  /** What was asked for before is no reason to start again; undefined until the database has been read. */
  let restartSeen = started?.restart
  let seen = textOf(startedWith)
  let current = await readOrLeaveOut()
  let reading = Promise.resolve()

  async function readEffective() {
    try {
      const { stored, restartAskedAt } = await readStoredSettings(postgres.db)
      const opened = openStoredSettings(stored, keys)
      const isNew = opened.unreadable.join() !== unreadable
      unreadable = opened.unreadable.join()
      if (isNew && unreadable !== '') log.warn({ settings: unreadable }, 'secrets have to be entered again')
      return { env: effectiveEnv(env, opened), stored, restart: restartAskedAt?.getTime() ?? null }
    } catch (error) {
      if (isPostgresAway(error) || isUnknownTable(error)) return null
      throw error
    }
  }

  async function readOrLeaveOut(): Promise<Value> {
    try {
      return await read(startedWith)
    } catch (error) {
      // As if no key opened them: mails wait and imports fail, where defaults would take others.
      const unreadable = [...(started?.stored.keys() ?? [])]
      const without = effectiveEnv(env, { values: new Map(), unreadable })
      const value = await read(without)
      log.error({ err: error }, 'the stored settings do not go with the environment, and are left out')
      startedWith = without
      return value
    }
  }

  function restart(): void {
    if (isRestarting) return
    isRestarting = true
    onRestart()
  }

  async function readStored(): Promise<void> {
    const found = await readEffective()
    if (found === null) return
    const effective = withoutRestart(found.env, startedWith)
    if (restartSeen === undefined) {
      restartSeen = found.restart
      if (textOf(found.env) !== textOf(effective)) restart()
    }
    if (found.restart !== restartSeen) restart()
    const text = textOf(effective)
    if (text === seen) return
    // First: what cannot be read is not tried again before the next change.
    seen = text
    current = await read(effective)
    log.info('the settings have changed')
    for (const listener of listeners) listener(current)
  }

  const onError = (error: unknown) =>
    log.error({ err: error }, 'the stored settings cannot be read, and stay as they were')
  const readNext = () => {
    reading = reading.then(readStored).catch(onError)
    return reading
  }
  const loop = startLoop({ everyMs: READ_EVERY_MS, work: readNext, onError })
  const onListenError = logRepeatedError(log, 'changes of the settings are not heard of at once')
  const listening = listenTo(postgres.pool, STORED_SETTINGS_CHANNEL, loop.wake, onListenError)

  return {
    current: () => current,
    get startedWith() {
      return startedWith
    },
    onChange: (listener) => void listeners.push(listener),
    refresh: readNext,
    async stop() {
      await Promise.all([loop.stop(), listening.stop()])
    },
  }
}

function textOf(env: Env): string {
  return JSON.stringify(settingName.options.map((name) => env[name]))
}

/** Of a database that is not migrated yet. */
function isUnknownTable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '42P01' || error.code === '42703')
}
