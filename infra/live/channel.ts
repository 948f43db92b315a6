/** What every key and channel of this product in Redis begins with; tests take another for each file. */
export const REDIS_NAMESPACE = 'called-it'

/** The channel on which the programs tell each other what has happened. */
export function liveChannel(namespace: string = REDIS_NAMESPACE): string {
  return `${namespace}:live`
}
