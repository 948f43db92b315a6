/** Prefix of every Redis key and channel; each test file uses its own. */
export const REDIS_NAMESPACE = 'called-it'

export function eventChannel(namespace: string = REDIS_NAMESPACE): string {
  return `${namespace}:live`
}
